// Puzzles from elsewhere: a file, a drop, a paste, or a text in a dialog.

import { button, h, writing } from "./dom.js";
import { base64, field } from "./parts.js";
import { t } from "./words.js";

const LARGEST = 2_000_000; // bytes of all files

export function openDialog(app, read) {
  /** Open files; false if there is nothing to show in them, which has been said below the board. */
  async function take(files) {
    const size = [...files].reduce((sum, file) => sum + file.size, 0);
    if (size <= LARGEST) return read(await Promise.all([...files].map(async (file) => ({ file: await base64(file) }))));
    app.status(t("open.large"), "bad");
    return false;
  }

  /** The same with a text. */
  const readText = (text) => read([{ text: fromAddress(text.trim()) }]);

  function show() {
    const area = h("textarea", {
      rows: 6,
      spellcheck: "false",
      "aria-label": t("open.text"),
      placeholder: t("open.example"),
    });
    const file = h("input", {
      type: "file",
      multiple: true,
      "aria-label": t("open.file"),
      onchange: async () => end(await take(file.files)),
    });
    const problem = h("p", { class: "problem", role: "alert" });
    const end = (opened) => {
      if (opened) dialog.close();
      else problem.textContent = document.getElementById("status").textContent || t("open.nothing");
    };
    const go = async () => end(area.value.trim() !== "" && (await readText(area.value)));
    const dialog = h(
      "dialog",
      { "aria-labelledby": "open-title", onclose: () => dialog.remove() },
      h("h2", { id: "open-title", text: t("bar.open") }),
      h("p", { text: t("open.words") }),
      area,
      problem,
      field(t("open.file"), file),
      h(
        "div",
        { class: "row end" },
        button(t("cancel"), () => dialog.close(), { class: "quiet" }),
        button(t("open.go"), go, { class: "main" }),
      ),
    );
    area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey || !area.value.includes("\n")) && !event.shiftKey) {
        event.preventDefault();
        go();
      }
    });
    document.body.append(dialog);
    dialog.showModal();
    area.focus();
  }

  addEventListener("paste", (event) => {
    if (writing(event.target)) return;
    const text = event.clipboardData.getData("text");
    if (event.clipboardData.files.length) take(event.clipboardData.files);
    else if (text.trim()) readText(text);
  });
  for (const name of ["dragenter", "dragover"]) {
    addEventListener(name, (event) => {
      if (![...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain")) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    });
  }
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (event.dataTransfer.files.length) take(event.dataTransfer.files);
    else readText(event.dataTransfer.getData("text"));
  });
  return { show };
}

/** An address of this page stands for the puzzle in it. */
function fromAddress(text) {
  if (!text.startsWith(`${location.origin}/#`)) return text;
  return decodeURIComponent(text.slice(location.origin.length + 2));
}
