// What was tapped while the line was gone: kept in this browser, sent once when the line is back, and then said to be
// recorded or refused. A ruling carries its own id and the revision that was seen, so that no copy of it counts twice.

const body = document.body;
const $ = (id) => document.getElementById(id);
const SHELF = `kept/${body.dataset.me}`;
// Buttons whose forms may wait: a ruling, being at the table, being on the way.
const MAY_WAIT = new Set(["rule", "arrived", "on_my_way"]);

function kept() {
  try { return JSON.parse(localStorage.getItem(SHELF)) ?? []; } catch { return []; }
}
function store(list) {
  if (list.length) localStorage.setItem(SHELF, JSON.stringify(list));
  else localStorage.removeItem(SHELF);
  tell();
}

function tell() {
  const note = $("kept"), list = kept();
  if (!note) return;
  note.hidden = !list.length;
  note.textContent = note.dataset.text.replace("%", list.map((one) => one.label).join("; "));
}

// Keeps the form, if it may wait until the line is back.
export function keep(form, button) {
  if (!button || !MAY_WAIT.has(button.value)) return;
  const fields = [...new FormData(form, button)].filter(([name, value]) => name !== "csrf" && typeof value === "string");
  const label = `${$("kept").dataset.table.replace("%", body.dataset.table)}: ${(button.dataset.said ?? button.textContent).trim()}`;
  const id = fields.find(([name]) => name === "id")?.[1];
  const others = kept().filter((one) => one.path !== form.getAttribute("action") || one.fields.find(([n]) => n === "id")?.[1] !== id);
  store([...others, { path: form.getAttribute("action"), fields, label, at: Date.now() }]);
}

// Sends what is kept, one after the other; another tab that is at it already is left to it.
export async function send() {
  tell();
  if (!kept().length) return [];
  const work = async () => {
    const answers = [];
    for (const one of kept()) {
      const answer = await post(one);
      if (!answer) break;
      store(kept().filter((other) => JSON.stringify(other) !== JSON.stringify(one)));
      answers.push({ ...one, ...answer });
    }
    return answers;
  };
  return navigator.locks ? navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? work() : [])) : work();
}

// `null`: there is no line after all, or somebody has to log in first; it is kept.
async function post(one) {
  // Being at the table counts from the tap; a clock that was set back meanwhile makes nothing of the future.
  const ago = Math.max(0, Math.round((Date.now() - (one.at ?? Date.now())) / 1000));
  const fields = new URLSearchParams([...one.fields, ["ago", ago], ["csrf", body.dataset.csrf]]);
  try {
    const answer = await fetch(one.path, { method: "POST", body: fields, credentials: "same-origin" });
    if (answer.status >= 500 || answer.status === 401 || new URL(answer.url).pathname === "/login") return null;
    if (answer.ok) return { isRecorded: true };
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { isRecorded: false, why: page.querySelector(".refused")?.textContent.trim().replace(/\s+/g, " ") ?? "" };
  } catch { return null; }
}
