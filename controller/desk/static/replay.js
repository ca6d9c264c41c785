// The replay of an open board: its buttons, its slider and the arrow keys, without loading the whole page for each act.

import { patchHtml } from "./patch.js";

const part = () => document.getElementById("part-replay");
const slider = () => document.getElementById("act");
// The act that was asked for last: whoever taps faster than the line goes on from there.
let at = Number(slider().value), wanted = null, loading = false;

async function look(act) {
  at = Math.min(Math.max(act, 1), Number(slider().max));
  wanted = `${location.pathname}?act=${at}`;
  if (loading) return;
  loading = true;
  try {
    while (wanted) {
      const asked = wanted;
      wanted = null;
      const answer = await fetch(asked, { credentials: "same-origin", headers: { Accept: "text/html" } });
      const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("part-replay");
      // Closed again, logged out, or the desk was started anew: the page itself says which.
      if (!next) { location.assign(asked); return; }
      patchHtml(part(), next);
      history.replaceState(null, "", asked);
    }
  } catch { /* the line is gone; the next tap tries again */ } finally {
    loading = false;
  }
}

const step = (id) => look({ "replay-first": 1, "replay-back": at - 1, "replay-on": at + 1 }[id]);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[id^="replay-"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  step(link.id);
});
document.addEventListener("input", (event) => {
  if (event.target.id === "act") look(Number(event.target.value));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
  const id = { ArrowLeft: "replay-back", ArrowRight: "replay-on", Home: "replay-first" }[event.key];
  if (!id) return;
  event.preventDefault();
  step(id);
});
