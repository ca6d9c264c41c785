// The desk's script: live updates over server-sent events, sound, what a lost line means. Every page works without it.
// Nothing it does moves what is under a thumb: rows are patched in place, the focus stays where it is.

import { clean, patchHtml, patchList } from "./patch.js";
import { keep, send } from "./outbox.js";
import "./keys.js";

const body = document.body;
const page = body.dataset.page;
const $ = (id) => document.getElementById(id);
const skew = Date.now() / 1000 - Number(body.dataset.now);

let beat = performance.now(), lost = false;

// The venue's clock some seconds after the page was made: 21:48:14.
const began = performance.now();
function clockAt(moment) {
  const [hours, minutes, seconds] = body.dataset.asof.split(":").map(Number);
  const at = (hours * 3600 + minutes * 60 + seconds + Math.floor((moment - began) / 1000)) % 86400;
  return [at / 3600, (at / 60) % 60, at % 60].map((n) => String(Math.floor(n)).padStart(2, "0")).join(":");
}

// -- how long ago ------------------------------------------------------------------------------------------------
function tick() {
  if (lost) return; // what stands there is as of then
  const now = Date.now() / 1000 - skew;
  for (const time of document.querySelectorAll(".ago")) {
    const seconds = Math.max(0, Math.floor(now - Number(time.dataset.at)));
    const two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    const said = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
    const text = time.textContent.replace(/[0-9:]+/, said);
    if (text !== time.textContent) time.textContent = text;
  }
  for (const time of document.querySelectorAll(".left")) {
    const seconds = Math.floor(Number(time.dataset.until) - now), late = seconds < 0;
    const whole = Math.abs(seconds), said = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    time.classList.toggle("left--late", late);
    const text = (late ? time.dataset.late : time.dataset.left).replace("%", said);
    if (text !== time.textContent) time.textContent = text;
  }
}

// -- live: the page is fetched anew and what differs is patched ----------------------------------------------------
let touched = false;
for (const name of ["pointerdown", "touchstart"]) addEventListener(name, () => (touched = true), { passive: true });
for (const name of ["pointerup", "pointercancel", "touchend"]) addEventListener(name, () => setTimeout(() => (touched = false), 350), { passive: true });

let wanted = false, loading = false;
function refresh() {
  if (body.dataset.opened === "yes") return; // an opened hand is a page of its own, and goes by itself
  if (page === "hands") return; // boards that are over do not change
  wanted = true;
  if (!loading) setTimeout(load, 40);
}

async function load(atOnce = false) {
  if (!wanted || loading) return;
  if (touched && !atOnce) { setTimeout(load, 200); return; }
  wanted = false;
  loading = true;
  const address = location.href;
  try {
    const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (answer.redirected && new URL(answer.url).pathname === "/login") { location.assign("/login"); return; }
    const text = await answer.text();
    if (address !== location.href) wanted = true; // one looks elsewhere by now
    else if (answer.ok) show(new DOMParser().parseFromString(text, "text/html"));
  } catch { /* the stream says that the line is gone */ } finally {
    loading = false;
    if (wanted) setTimeout(() => load(atOnce), 40);
  }
}

const patchPart = (id, next) => patchHtml($(id), next.getElementById(id));

function show(next) {
  if (page === "room") {
    if (!$("queue-needs") || !next.getElementById("queue-needs")) { location.reload(); return; }
    patchPart("need", next);
    patchList($("queue-needs"), next.getElementById("queue-needs"));
    for (const id of ["queue-burst", "queue-others", "queue-later", "queue-quiet"]) patchPart(id, next);
    patchList($("tiles"), next.getElementById("tiles"));
    const filters = document.querySelector(".filters"), others = next.querySelector(".filters");
    patchHtml(filters, others);
    if (document.title !== next.title) document.title = next.title;
  } else if (page === "table") {
    patchPart("part-table", next);
    title(next.title);
  } else if (page === "keep") {
    patchPart("part-keep", next);
  } else if (page === "doubts") {
    patchPart("part-doubts", next);
  } else if (page === "results") {
    patchPart("main", next);
  } else if (page === "come" && body.dataset.come !== next.body.dataset.come) {
    location.reload();
  }
  patchPart("troubles", next);
  const waiting = $("waiting"), more = next.getElementById("waiting");
  if (waiting && more) { waiting.textContent = more.textContent; waiting.hidden = more.hidden; }
  tick();
}

// -- looking back: this page alone changes; what is new at the table is counted in the title -------------------------
const acts = () => Number($("replay")?.dataset.acts ?? 0);
let seen = acts();
function title(live) {
  if (body.dataset.live === "yes") seen = acts();
  const more = acts() - seen, said = more > 0 ? `${body.dataset.name}, +${more}` : live;
  if (document.title !== said) document.title = said;
}
function look(act) {
  const isLive = act >= acts(), address = `/tables/${body.dataset.table}${isLive ? "" : `?act=${act}`}`;
  if (body.dataset.opened === "yes") { location.assign(address); return; }
  body.dataset.live = isLive ? "yes" : "no";
  history.replaceState(null, "", address);
  wanted = true;
  load(true);
}
if (page === "table") {
  document.addEventListener("input", (event) => event.target.id === "act" && look(Number(event.target.value)));
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[id^="replay-"]');
    if (!link || lost) return;
    event.preventDefault();
    look(Number(new URL(link.href).searchParams.get("act") ?? acts()));
  });
}

// -- sound: one for all kinds; silence for what only the director may know ------------------------------------------------
let audio = null;
function tones(list) {
  if (audio?.state !== "running") return;
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
let sounded = -2000;
// Of many at once one is heard.
const isFresh = () => { const now = performance.now(), is = now - sounded > 1500; if (is) sounded = now; return is; };
const sounds = {
  now: () => { tones([[660, 120], [880, 120]]); shake([180, 80, 180]); },
  end: () => { tones([[520, 150]]); shake(80); },
  lost: () => { tones([[660, 120], [440, 120]]); shake([60, 60, 60]); },
};

// Again after 20, 40, then every 60 s until it is acknowledged, five times at most.
const calling = new Map();
function call(key) {
  hush(key);
  if (isFresh()) sounds.now();
  let times = 0;
  const again = () => {
    const row = `q-${key.split("/")[0]}-`; // of several of a table the first has the row
    if (page === "room" && ![...$("queue-needs").children].some((e) => e.id.startsWith(row))) return hush(key);
    if (isFresh()) sounds.now();
    times += 1;
    if (times < 5) calling.set(key, setTimeout(again, times < 2 ? 20000 : 60000));
  };
  calling.set(key, setTimeout(again, 20000));
}
function hush(key) { clearTimeout(calling.get(key)); calling.delete(key); }

const stayAwake = async () => {
  try { await navigator.wakeLock?.request("screen"); } catch { /* the screen may go dark; the sound still calls */ }
};
function sayOnDuty() {
  const button = $("on-duty");
  if (!button || audio?.state !== "running") return;
  button.textContent = navigator.vibrate ? button.dataset.done : `${button.dataset.done}. ${button.dataset.still}`;
  button.disabled = true;
}
async function onDuty() {
  audio ??= new AudioContext();
  await audio.resume();
  sounds.now();
  stayAwake();
  if (globalThis.Notification?.permission === "default") Notification.requestPermission().catch(() => {});
  sessionStorage.setItem("duty", "yes");
  sayOnDuty();
}
// To the browser each page is a new one, silent at first: duty goes on by itself, or at the next touch where it wants one.
function stayOnDuty() {
  if (sessionStorage.getItem("duty") !== "yes") return;
  audio = new AudioContext();
  audio.addEventListener("statechange", sayOnDuty);
  const resume = () => audio.resume().catch(() => {});
  for (const touched of ["pointerdown", "keydown"]) addEventListener(touched, resume, { once: true });
  resume();
  stayAwake();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  sayOnDuty();
}

// -- the stream ----------------------------------------------------------------------------------------------------
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
  for (const button of document.querySelectorAll("[data-keep]")) waits(button, false);
  document.title = document.title.replace(/^✕ /, "");
  line(true);
  if (body.dataset.opened === "yes") closeHands();
  deliver(true);
  refresh();
}

// Says that the line is back, what was sent and what was refused; a refusal stays until it is read.
async function deliver(isBack) {
  const answers = await send(), told = $("back"), texts = told.dataset;
  if (!isBack && !answers.length) return;
  const said = answers.map((one) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = one.path;
    link.textContent = one.label;
    item.append(`${one.isRecorded ? texts.recorded : texts.refused}: `, link, one.why ? ` ${one.why}` : "");
    return item;
  });
  $("back-list").replaceChildren(...said);
  const isRefused = answers.some((one) => !one.isRecorded);
  told.classList.toggle("banner--back", !isRefused);
  told.setAttribute("role", isRefused ? "alert" : "status");
  told.hidden = false;
  if (!isRefused) setTimeout(() => (told.hidden = true), 3000);
}
const waits = (button, on) => { button.dataset.said ??= button.textContent; button.textContent = on ? button.dataset.keep : button.dataset.said; if (!on) delete button.dataset.said; };
function line(on) {
  const live = $("live");
  if (!live) return;
  live.classList.toggle("live--lost", !on);
  live.lastChild.textContent = ` ${on ? live.dataset.on : live.dataset.off}`;
  live.firstElementChild.textContent = on ? "●" : "✕";
}
function gone() {
  const silent = performance.now() - beat;
  if (lost) $("lost-for").textContent = $("lost-for").dataset.text.replace("%", Math.floor(silent / 1000));
  if (lost || silent < 2600) return;
  lost = true;
  for (const text of document.querySelectorAll("[data-asof-text]")) text.textContent = text.dataset.asofText.replace("%", clockAt(beat));
  $("lost").hidden = false;
  document.querySelector("main").classList.add("stale");
  if ($("age")) $("age").hidden = false;
  for (const button of document.querySelectorAll("[data-keep]")) waits(button, true);
  line(false);
  if (!document.title.startsWith("✕")) document.title = `✕ ${document.title}`;
  sounds.lost();
  hideHands();
}
// The lid was closed, or the phone asleep: what stands there is old until the desk has been heard again.
document.addEventListener("visibilitychange", () => { if (!document.hidden) { gone(); refresh(); } });

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

// -- the record button says what it records -------------------------------------------------------------------------
const form = $("ruling");
form?.addEventListener("change", () => {
  const chosen = form.querySelector(".option__tap :checked"), button = form.querySelector("[data-record]");
  if (!chosen || !button) return;
  const picks = [...chosen.closest(".option").querySelectorAll(".picker :checked")].map((pick) => pick.closest(".pick").textContent.trim());
  const label = $(`o-${chosen.value}`).textContent.trim();
  // A label that ends in dots wants to be completed; one that has numbers in it already is named shortly beside the taps.
  const begun = chosen.dataset.name ? `${chosen.dataset.name},` : label.replace(/…$/, "");
  const name = picks.length ? `${begun} ${picks.join(" ")}` : label;
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
    if (lost) {
      event.preventDefault();
      keep(each, event.submitter);
      return;
    }
    if (sent) event.preventDefault();
    sent = true;
    setTimeout(() => (sent = false), 3000);
  });
}

if (page !== "login" && page !== "error" && page !== "boards") {
  connect();
  deliver(false);
  setInterval(gone, 500);
  setInterval(tick, 1000);
  // What only time changes: put-aside summonses that come back, the end of a hold.
  setInterval(refresh, 20000);
  addEventListener("pageshow", () => refresh());
}
const duty = $("on-duty");
if (duty) {
  duty.hidden = false;
  duty.addEventListener("click", onDuty);
}
if (page === "login") sessionStorage.removeItem("duty");
else stayOnDuty();
tick();
