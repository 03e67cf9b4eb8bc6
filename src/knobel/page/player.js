"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const find = name => document.getElementById(name);
const last = film.frames.length - 1;
let now = 0, timer = 0;
function show(i) {
  now = Math.min(Math.max(i, 0), last);
  find("board").innerHTML = film.frames[now].map(k => film.parts[k]).join("");
  find("caption").textContent = film.captions[now];
  find("at").value = now;
  find("at").setAttribute("aria-valuetext", film.captions[now]);
}
function pause() {
  clearTimeout(timer);
  timer = 0;
  find("play").innerHTML = "&#x25B6;&#xFE0E;";
  find("play").setAttribute("aria-label", "play");
  find("caption").setAttribute("aria-live", "polite");
}
function tick() {
  if (now === last) return pause();
  show(now + 1);
  timer = setTimeout(tick, 1000 / (film.pace * 2 ** (find("pace").value / 2)));
}
function play() {
  if (now === last) show(0);
  find("play").innerHTML = "&#x23F8;&#xFE0E;";
  find("play").setAttribute("aria-label", "pause");
  find("caption").setAttribute("aria-live", "off");
  timer = setTimeout(tick, 1000 / film.pace);
}
function jump(i) { pause(); show(i); }
function pace(by) { find("pace").value = Number(find("pace").value) + by; }
const toggle = () => timer ? pause() : play();
const acts = { first: () => jump(0), back: () => jump(now - 1), play: toggle, on: () => jump(now + 1),
  last: () => jump(last) };
for (const name in acts) find(name).addEventListener("click", acts[name]);
find("at").addEventListener("input", event => jump(Number(event.target.value)));
const keys = { Home: acts.first, ArrowLeft: acts.back, ArrowRight: acts.on, End: acts.last, " ": toggle,
  ArrowUp: () => pace(1), ArrowDown: () => pace(-1) };
document.addEventListener("keydown", event => {
  const busy = event.target.tagName === "INPUT" || (event.target.tagName === "BUTTON" && event.key === " ");
  if (busy || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});
find("at").max = last;
find("stage").hidden = false;
show(0);
const hidden = find("stage").closest("details:not([open])");
if (film.auto && !matchMedia("(prefers-reduced-motion: reduce)").matches)
  hidden ? hidden.addEventListener("toggle", play, { once: true }) : play();
