// The desk's only script: live updates over server-sent events, sound, keys. Every page works without it.
// Nothing it does moves what is under a thumb: rows are patched in place, the focus stays where it is.

const body = document.body;
const page = body.dataset.page;
const $ = (id) => document.getElementById(id);
const skew = Date.now() / 1000 - Number(body.dataset.now);

// -- how long ago ------------------------------------------------------------------------------------------------
function tick() {
  const now = Date.now() / 1000 - skew;
  for (const time of document.querySelectorAll(".ago")) {
    const seconds = Math.max(0, Math.floor(now - Number(time.dataset.at)));
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    const said = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
    const text = time.textContent.replace(/[0-9:]+/, said);
    if (text !== time.textContent) time.textContent = text;
  }
}

// -- patching: only what differs, by id ----------------------------------------------------------------------------
function patchList(into, from) {
  if (!into || !from) return;
  const wanted = [...from.children];
  const known = new Map([...into.children].filter((e) => e.id).map((e) => [e.id, e]));
  if (wanted.some((e) => !e.id)) {
    if (clean(into) !== clean(from)) into.replaceChildren(...wanted.map((e) => document.importNode(e, true)));
    return;
  }
  let place = into.firstElementChild;
  for (const next of wanted) {
    let node = known.get(next.id);
    known.delete(next.id);
    if (!node) {
      node = document.importNode(next, true);
      into.insertBefore(node, place);
      continue;
    }
    if (clean(node) !== clean(next)) {
      node.className = next.className;
      if (next.hasAttribute("href")) node.setAttribute("href", next.getAttribute("href"));
      node.replaceChildren(...[...document.importNode(next, true).childNodes]);
    }
    if (node === place) place = place.nextElementSibling;
    else into.insertBefore(node, place);
  }
  for (const gone of known.values()) gone.remove();
}

// Waiting times tick by themselves and are no difference.
function clean(element) {
  const copy = element.cloneNode(true);
  for (const time of copy.querySelectorAll(".ago")) time.textContent = "";
  return copy.outerHTML;
}

function patchHtml(id, from) {
  const into = $(id), next = from.getElementById(id);
  if (into && next && clean(into) !== clean(next)) into.replaceChildren(...document.importNode(next, true).childNodes);
}

let touched = false;
for (const name of ["pointerdown", "touchstart"]) addEventListener(name, () => (touched = true), { passive: true });
for (const name of ["pointerup", "pointercancel", "touchend"]) addEventListener(name, () => setTimeout(() => (touched = false), 350), { passive: true });

let wanted = false, loading = false;
function refresh() {
  if (body.dataset.opened === "yes") return; // an opened hand is a page of its own, and goes by itself
  wanted = true;
  if (!loading) setTimeout(load, 80);
}

async function load() {
  if (!wanted || loading) return;
  if (touched) { setTimeout(load, 200); return; }
  wanted = false;
  loading = true;
  try {
    const answer = await fetch(location.href, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (answer.redirected && new URL(answer.url).pathname === "/login") { location.assign("/login"); return; }
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch { /* the stream says that the line is gone */ } finally {
    loading = false;
    if (wanted) setTimeout(load, 80);
  }
}

function show(next) {
  if (page === "room") {
    if (!$("queue-needs") || !next.getElementById("queue-needs")) { location.reload(); return; }
    patchHtml("need", next);
    patchList($("queue-needs"), next.getElementById("queue-needs"));
    for (const id of ["queue-others", "queue-later", "queue-quiet"]) patchHtml(id, next);
    patchList($("tiles"), next.getElementById("tiles"));
    const filters = document.querySelector(".filters"), others = next.querySelector(".filters");
    if (filters && others && clean(filters) !== clean(others)) filters.replaceChildren(...document.importNode(others, true).childNodes);
    if (document.title !== next.title) document.title = next.title;
  } else if (page === "table" && body.dataset.live === "yes") {
    patchHtml("part-table", next);
    if (document.title !== next.title) document.title = next.title;
  } else if (page === "keep") {
    patchHtml("part-keep", next);
  } else if (page === "come") {
    location.reload();
  }
  patchHtml("troubles", next);
  const waiting = $("waiting"), more = next.getElementById("waiting");
  if (waiting && more) { waiting.textContent = more.textContent; waiting.hidden = more.hidden; }
  tick();
}

// -- sound: one for all kinds; silence for what only the director may know ------------------------------------------------
let audio = null;
function tones(list) {
  if (!audio) return;
  let at = audio.currentTime;
  for (const [hz, ms] of list) {
    const tone = audio.createOscillator(), level = audio.createGain();
    tone.frequency.value = hz;
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(0.3, at + 0.015);
    level.gain.exponentialRampToValueAtTime(0.0001, at + ms / 1000);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + ms / 1000);
    at += ms / 1000;
  }
}
// Before one has gone on duty by a tap, browsers allow neither sound nor vibration.
const shake = (pattern) => { if (audio) navigator.vibrate?.(pattern); };
const sounds = {
  now: () => { tones([[660, 120], [880, 120]]); shake([180, 80, 180]); },
  end: () => { tones([[520, 150]]); shake(80); },
  lost: () => { tones([[660, 120], [440, 120]]); shake([60, 60, 60]); },
};

// Again after 20, 40, then every 60 s until it is acknowledged, five times at most.
const calling = new Map();
function call(key) {
  hush(key);
  sounds.now();
  let times = 0;
  const again = () => {
    if (!$("queue-needs")?.childElementCount && page === "room") return hush(key);
    sounds.now();
    times += 1;
    if (times < 5) calling.set(key, setTimeout(again, times < 2 ? 20000 : 60000));
  };
  calling.set(key, setTimeout(again, 20000));
}
function hush(key) { clearTimeout(calling.get(key)); calling.delete(key); }

async function onDuty(button) {
  audio ??= new AudioContext();
  await audio.resume();
  sounds.now();
  try { await navigator.wakeLock?.request("screen"); } catch { /* the screen may go dark; the sound still calls */ }
  if (globalThis.Notification?.permission === "default") Notification.requestPermission().catch(() => {});
  sessionStorage.setItem("duty", "yes");
  button.textContent = navigator.vibrate ? button.dataset.done : `${button.dataset.done}. ${button.dataset.still}`;
  button.disabled = true;
}

// -- the stream ----------------------------------------------------------------------------------------------------
let beat = performance.now(), lost = false;
function connect() {
  const stream = new EventSource("/api/v1/stream");
  const hear = (kind, then) => stream.addEventListener(kind, (event) => { alive(); then?.(JSON.parse(event.data)); });
  stream.addEventListener("open", alive);
  hear("beat");
  for (const kind of ["table", "director", "device", "room", "come"]) hear(kind, refresh);
  hear("resync", () => { refresh(); check(null); });
  hear("acts", (told) => { if ((page === "table" || page === "keep") && told.table === body.dataset.table) refresh(); });
  // A quiet note: the list is loaded again, nothing else happens. No sound, no title, no notification.
  hear("quiet", refresh);
  hear("summons", (told) => {
    const key = `${told.table}/${told.id}`;
    if (told.sound === "now") { call(key); notify(told); }
    else if (told.sound === "end") { sounds.end(); notify(told); }
    if (told.waiting === false || told.rev === undefined) hush(key);
    check(told);
    refresh();
  });
}
function notify(told) {
  if (document.hidden && globalThis.Notification?.permission === "granted") new Notification(`${document.title}`, { tag: told.table });
}

// The summons on this page has changed: say so above the form, and leave the form alone.
function check(told) {
  if (page !== "summons" || !$("changed")) return;
  if (told && (told.table !== body.dataset.table || told.id !== body.dataset.summons)) return;
  if (told && String(told.rev) === body.dataset.rev && told.waiting !== false) return;
  if (told) $("changed").hidden = false;
}

function alive() {
  beat = performance.now();
  if (!lost) return;
  lost = false;
  document.querySelector("main").classList.remove("stale");
  for (const id of ["lost", "age"]) if ($(id)) $(id).hidden = true;
  line(true);
  if (body.dataset.opened === "yes") closeHands();
  refresh();
}
function line(on) {
  const live = $("live");
  if (!live) return;
  live.classList.toggle("live--lost", !on);
  live.lastChild.textContent = ` ${on ? live.dataset.on : live.dataset.off}`;
  live.firstElementChild.textContent = on ? "●" : "✕";
}
function gone() {
  if (lost || performance.now() - beat < 2600) return;
  lost = true;
  $("lost").hidden = false;
  document.querySelector("main").classList.add("stale");
  if ($("age")) $("age").hidden = false;
  line(false);
  if (!document.title.startsWith("✕")) document.title = `✕ ${document.title}`;
  sounds.lost();
  hideHands();
}

// Opened hands go after 30 s, at once when the line is lost, and never come back by the way back.
function hideHands() {
  for (const hand of document.querySelectorAll('body[data-opened="yes"] .hand ul')) hand.remove();
}
function closeHands() {
  hideHands();
  if (!lost) location.replace(`/tables/${body.dataset.table}`);
}
if (body.dataset.opened === "yes") {
  setTimeout(closeHands, 30000);
  addEventListener("pagehide", hideHands);
  addEventListener("pageshow", (event) => event.persisted && closeHands());
}

// -- keys: none acts in a field -------------------------------------------------------------------------------------
function submit(what) { document.querySelector(`button[name="do"][value="${what}"]`)?.click(); }
const keys = {
  r: () => location.assign("/"),
  n: () => document.querySelector("#queue-needs a")?.click() ?? ($("waiting") && location.assign("/")),
  "/": () => ($("q") ?? document.querySelector(".filters a"))?.focus(),
  a: () => submit("arrived"), l: () => submit("later"), m: () => submit("misread"),
  h: () => ($("hide") ?? $("show"))?.click(),
  ArrowLeft: () => $("replay-back")?.click(), ArrowRight: () => $("replay-on")?.click(), End: () => $("replay-live")?.click(),
  Escape: () => (document.querySelector(".option__tap :checked") ? document.querySelector('button[type="reset"]')?.click() : history.back()),
};
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input:not([type=radio]), select, textarea")) return;
  const nth = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
  if (nth >= 0) {
    const rows = page === "room" ? document.querySelectorAll("#part-queue a.call") : document.querySelectorAll(".option__tap input");
    if (rows[nth]) { rows[nth].click(); rows[nth].focus(); }
  } else if (keys[event.key] && !(event.key.startsWith("Arrow") && page !== "table")) {
    event.preventDefault();
    keys[event.key]();
  } else if (event.key === "Enter" && event.target.matches?.(".option__tap input")) {
    event.preventDefault();
    submit("rule");
  }
});

// -- the record button says what it records -------------------------------------------------------------------------
const form = $("ruling");
form?.addEventListener("change", () => {
  const chosen = form.querySelector(".option__tap :checked"), button = form.querySelector("[data-record]");
  if (!chosen || !button) return;
  const picks = [...chosen.closest(".option").querySelectorAll(".picker :checked")].map((pick) => pick.closest(".pick").textContent.trim());
  const name = picks.length && chosen.dataset.name ? `${chosen.dataset.name}, ${picks.join(" ")}` : $(`o-${chosen.value}`).textContent.trim();
  button.textContent = button.dataset.recordIt.replace("%", name);
});
form?.addEventListener("reset", () => {
  const button = form.querySelector("[data-record]");
  if (button) button.textContent = button.dataset.record;
});
// Tapped twice in haste: sent once. (The ruling's own id would make the second one harmless anyway.)
for (const each of document.querySelectorAll("form[method=post]")) {
  let sent = false;
  each.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
    setTimeout(() => (sent = false), 3000);
  });
}

if (page !== "login" && page !== "error" && page !== "boards") {
  connect();
  setInterval(gone, 500);
  setInterval(tick, 1000);
  // What only time changes: put-aside summonses that come back, the end of a hold.
  setInterval(refresh, 20000);
  addEventListener("pageshow", () => refresh());
}
const duty = $("on-duty");
if (duty) {
  duty.hidden = false;
  duty.addEventListener("click", () => onDuty(duty));
}
tick();
