// A question that wants an answer before anything is done.

import { button, h } from "./dom.js";

/** Ask; the promise is whether the answer was `yes`. Closing it, by Escape too, means `no`. */
export function question(title, words, yes, no) {
  return new Promise((answer) => {
    const dialog = h(
      "dialog",
      { class: "question", "aria-labelledby": "question-title", "aria-describedby": "question-words" },
      h("h2", { id: "question-title", text: title }),
      h("p", { id: "question-words", text: words }),
      h(
        "div",
        { class: "row end" },
        button(yes, () => dialog.close("yes"), { id: "question-yes" }),
        button(no, () => dialog.close("no"), { class: "main", id: "question-no", autofocus: true }),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
