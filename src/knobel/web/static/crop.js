// An image before it becomes a puzzle: what of it is taken, and which tones are dark, with a preview in cells.

import { h, toggle } from "./dom.js";
import { field } from "./parts.js";
import { t } from "./words.js";

const SHOWN = 260; // pixels of the preview
const MIDDLE = 128;

export class Crop {
  /** `size()` is the width and the height of the board, in cells. */
  constructor(size) {
    this.size = size;
    this.image = null;
    this.whole = h("canvas", { id: "crop", role: "img", "aria-label": t("crop.image") });
    this.cells = h("canvas", { id: "crop-cells", role: "img", "aria-label": t("crop.preview") });
    const cut = (side) => h("input", { type: "number", min: 0, max: 95, value: 0, id: `cut-${side}`, oninput: () => this.draw() });
    this.cuts = ["left", "top", "right", "bottom"].map(cut);
    const words = [t("crop.left"), t("crop.top"), t("crop.right"), t("crop.bottom")];
    this.tone = h("input", { type: "range", min: 1, max: 255, value: MIDDLE, id: "crop-tone", oninput: () => this.draw() });
    this.byHand = toggle(t("crop.by_hand"), false, () => this.draw(), { id: "crop-by-hand" });
    this.toning = field(t("crop.tone"), this.tone);
    this.root = h(
      "div",
      { class: "crop", hidden: true },
      h("p", { class: "hint", text: t("crop.words") }),
      h("div", { class: "row" }, this.whole, this.cells),
      h("p", { text: t("crop.cut") }),
      h("div", { class: "row" }, this.cuts.map((one, i) => h("label", {}, h("span", { text: words[i] }), " ", one))),
      this.byHand,
      this.toning,
    );
    this.listen();
  }

  /** A rectangle is drawn with the pointer. */
  listen() {
    let from = null;
    const at = (event) => {
      const box = this.whole.getBoundingClientRect();
      const share = (value, start, length) => Math.min(Math.max((100 * (value - start)) / length, 0), 100);
      return [share(event.clientX, box.left, box.width), share(event.clientY, box.top, box.height)];
    };
    this.whole.addEventListener("pointerdown", (event) => {
      this.whole.setPointerCapture(event.pointerId);
      from = at(event);
    });
    this.whole.addEventListener("pointermove", (event) => {
      if (!from) return;
      const to = at(event);
      const [left, top] = from.map((one, i) => Math.min(one, to[i]));
      const [right, bottom] = from.map((one, i) => 100 - Math.max(one, to[i]));
      if (right + left > 95 || top + bottom > 95) return; // a click is no rectangle
      [left, top, right, bottom].forEach((value, i) => (this.cuts[i].value = Math.round(value)));
      this.draw();
    });
    for (const name of ["pointerup", "pointercancel"]) this.whole.addEventListener(name, () => (from = null));
  }

  /** Take a file, or none; one that is no image is left to the server, which says so. */
  async take(file) {
    this.file = file ?? null;
    this.image = file ? await createImageBitmap(file).catch(() => null) : null;
    for (const one of this.cuts) one.value = 0;
    this.byHand.querySelector("input").checked = false;
    this.draw();
  }

  /** What is taken, in pixels of the image. */
  get area() {
    const [left, top, right, bottom] = this.cuts.map((one) => Math.min(Math.max(one.valueAsNumber || 0, 0), 95) / 100);
    const { width, height } = this.image;
    const length = (all, one, other) => Math.max(1, Math.round(all * Math.max(0.01, 1 - one - other)));
    return [Math.round(left * width), Math.round(top * height), length(width, left, right), length(height, top, bottom)];
  }

  get thresholded() {
    return this.byHand.querySelector("input").checked;
  }

  draw() {
    this.root.hidden = !this.image;
    this.toning.hidden = !this.thresholded;
    if (!this.image) return;
    const { width, height } = this.image;
    const scale = Math.min(1, SHOWN / Math.max(width, height));
    Object.assign(this.whole, { width: Math.round(width * scale), height: Math.round(height * scale) });
    const paper = this.whole.getContext("2d");
    const [x, y, w, h0] = this.area.map((one) => one * scale);
    paper.globalAlpha = 0.3;
    paper.drawImage(this.image, 0, 0, this.whole.width, this.whole.height);
    paper.globalAlpha = 1;
    paper.drawImage(this.image, ...this.area, x, y, w, h0);
    paper.strokeStyle = "#e8590c";
    paper.lineWidth = 2;
    paper.strokeRect(x + 1, y + 1, w - 2, h0 - 2);
    this.reduce(this.cells, ...this.size());
    this.cells.style.width = `${SHOWN / 2}px`;
  }

  /** The part that is taken, in so many pixels; dark ones are black if that is decided by hand. */
  reduce(canvas, width, height) {
    Object.assign(canvas, { width: width || 1, height: height || 1 });
    const paper = canvas.getContext("2d", { willReadFrequently: true });
    paper.fillStyle = "#ffffff";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.imageSmoothingQuality = "high";
    paper.drawImage(this.image, ...this.area, 0, 0, canvas.width, canvas.height);
    if (!this.thresholded) return canvas;
    const pixels = paper.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < pixels.data.length; i += 4) {
      const [r, g, b] = pixels.data.subarray(i, i + 3);
      pixels.data.fill(0.299 * r + 0.587 * g + 0.114 * b < this.tone.valueAsNumber ? 0 : 255, i, i + 3);
    }
    paper.putImageData(pixels, 0, 0);
    return canvas;
  }

  /** The file to send: as it is, cut, or already in black and white cells, as the preview shows it. */
  async content() {
    const [, , width, height] = this.image ? this.area : [];
    const cut = this.cuts.some((one) => one.valueAsNumber > 0);
    if (!this.image || (!cut && !this.thresholded)) return this.file;
    const made = this.reduce(document.createElement("canvas"), ...(this.thresholded ? this.size() : [width, height]));
    return new Promise((done) => made.toBlob(done, "image/png"));
  }
}
