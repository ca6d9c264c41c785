// Keys: none acts in a field, letters can be switched off, `?` lists them.

const body = document.body;
const page = body.dataset.page;
const $ = (id) => document.getElementById(id);
const OFF = `letters-off/${body.dataset.me}`;

function submit(what) { document.querySelector(`button[name="do"][value="${what}"]`)?.click(); }
function list() {
  const box = $("letters");
  if (box) box.checked = localStorage.getItem(OFF) !== "yes";
  $("keys")?.showModal();
}
const letters = {
  r: () => location.assign("/"),
  n: () => document.querySelector("#queue-needs a")?.click() ?? ($("waiting") && location.assign("/")),
  a: () => submit("arrived"), l: () => submit("later"), m: () => submit("misread"),
  h: () => ($("hide") ?? $("show"))?.click(),
  t: () => $("timeline")?.click(),
};
const signs = {
  "?": list,
  "/": () => ($("q") ?? document.querySelector(".filters a"))?.focus(),
  ArrowLeft: () => $("replay-back")?.click(), ArrowRight: () => $("replay-on")?.click(), End: () => $("replay-live")?.click(),
  Escape: () => (document.querySelector(".option__tap :checked") ? document.querySelector('button[type="reset"]')?.click() : history.back()),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || $("keys")?.open) return;
  if (event.target.closest?.("input:not([type=radio]), select, textarea")) return;
  const nth = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
  const isOff = localStorage.getItem(OFF) === "yes";
  if (nth >= 0) {
    const rows = page === "room" ? document.querySelectorAll("#part-queue a.call") : document.querySelectorAll(".option__tap input");
    if (rows[nth]) { rows[nth].click(); rows[nth].focus(); }
  } else if (letters[event.key] && !isOff) {
    event.preventDefault();
    letters[event.key]();
  } else if (signs[event.key] && (page === "table" || !/^(Arrow|End)/.test(event.key))) {
    event.preventDefault();
    signs[event.key]();
  } else if (event.key === "Enter" && event.target.matches?.(".option__tap input")) {
    event.preventDefault();
    submit("rule");
  }
});
$("letters")?.addEventListener("change", (event) => {
  if (event.target.checked) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "yes");
});
$("keys-open")?.addEventListener("click", list);
