// Puts a page that was fetched anew into the one on the screen: only what differs is touched, so that the focus,
// what is open and what is under a thumb stay where they are.

// Waiting times tick by themselves and are no difference.
export function clean(element) {
  const copy = element.cloneNode(true);
  for (const time of copy.querySelectorAll(".ago, .left")) time.textContent = "";
  return copy.outerHTML;
}

const isSame = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? "") === (b.id ?? "");

function attributes(into, next) {
  for (const { name } of [...into.attributes]) {
    if (!next.hasAttribute(name) && !(name === "open" && into.nodeName === "DETAILS")) into.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (into.getAttribute(name) !== value) into.setAttribute(name, value);
  }
  if (into.type === "range" && !into.matches(":active")) into.value = next.getAttribute("value");
}

export function morph(into, next) {
  if (into.nodeType === Node.TEXT_NODE) {
    if (into.data !== next.data) into.data = next.data;
    return;
  }
  if (into.nodeType !== Node.ELEMENT_NODE) return;
  attributes(into, next);
  if (into.classList.contains("ago") || into.classList.contains("left")) return;
  let place = into.firstChild;
  for (const child of next.childNodes) {
    // What has an id is the same wherever it stands now: nothing with the focus in it is taken out and put in again.
    const known = child.id ? [...into.children].find((e) => e.id === child.id) : null;
    while (known && place && place !== known && follows(place, known)) place = without(place);
    if (place && isSame(place, child)) {
      morph(place, child);
      place = place.nextSibling;
    } else into.insertBefore(document.importNode(child, true), place);
  }
  while (place) place = without(place);
}

const follows = (first, second) => first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING;
function without(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}

export function patchHtml(into, next) {
  if (into && next && clean(into) !== clean(next)) morph(into, next);
}

// A list whose rows have ids: rows are moved, added and taken away, the others stay as they are.
export function patchList(into, from) {
  if (!into || !from) return;
  const wanted = [...from.children];
  const known = new Map([...into.children].filter((e) => e.id).map((e) => [e.id, e]));
  let place = into.firstElementChild;
  for (const next of wanted) {
    let node = known.get(next.id);
    known.delete(next.id);
    if (!node) {
      into.insertBefore(document.importNode(next, true), place);
      continue;
    }
    if (clean(node) !== clean(next)) morph(node, next);
    if (node === place) place = place.nextElementSibling;
    else into.insertBefore(node, place);
  }
  for (const gone of known.values()) gone.remove();
}
