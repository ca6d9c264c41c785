// The script of players' screens, the wall and the spectators' page. It shows what the stream says, and when the line
// is gone it takes down what may not stand there any more.

const body = document.body;
const page = body.dataset.page;
const screen = document.getElementById("screen");
const PATIENCE_MS = 2600;
let beat = performance.now(), lost = false;

function line(on) {
  const live = document.getElementById("live");
  document.getElementById("lost").hidden = on;
  if (!live) return;
  live.classList.toggle("live--lost", !on);
  live.lastChild.textContent = ` ${on ? live.dataset.on : live.dataset.off}`;
  live.firstElementChild.textContent = on ? "●" : "✕";
}

// A player's screen keeps the board's number and nothing else; the others keep the page as it was, with its time.
function blank() {
  if (page !== "seat") return;
  const board = screen.querySelector("[data-board]");
  const note = document.getElementById("blank").content.cloneNode(true);
  const heading = board?.querySelector("h1");
  screen.replaceChildren(...(heading ? [heading] : []), note);
  const call = document.getElementById("call");
  if (call) call.hidden = true;
}

function alive() {
  beat = performance.now();
  if (!lost) return;
  lost = false;
  line(true);
  const call = document.getElementById("call");
  if (call) call.hidden = false;
}

function gone() {
  if (lost || performance.now() - beat < PATIENCE_MS) return;
  lost = true;
  line(false);
  blank();
  // A new stream begins with what is to be shown; the old one, should it come back, would only go on.
  stream.close();
  connect();
}

function show(told) {
  if (told.html !== undefined) {
    const next = new DOMParser().parseFromString(told.html, "text/html").body;
    // A board has come to an empty table, or has gone from it: the page's button comes and goes with it.
    if (page === "seat" && Boolean(next.querySelector("[data-board]")) !== Boolean(document.getElementById("call"))) {
      location.reload();
      return;
    }
    screen.replaceChildren(...next.childNodes);
  } else if (told.open && told.open.join(" ") !== body.dataset.open) {
    location.reload();
  }
}

let stream;
function connect() {
  stream = new EventSource("/api/v1/screen/stream");
  stream.addEventListener("open", () => (beat = performance.now()));
  stream.addEventListener("beat", alive);
  stream.addEventListener("screen", (event) => { alive(); show(JSON.parse(event.data)); });
  // Not let in any more, or the desk was started anew: the page says which.
  stream.addEventListener("error", (event) => { if (event.target.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000); });
}

connect();
setInterval(gone, 500);
// A page that comes back out of the browser's memory may be an hour old.
addEventListener("pageshow", (event) => { if (event.persisted) { blank(); location.reload(); } });
try { await navigator.wakeLock?.request("screen"); } catch { /* the screen may go dark */ }
