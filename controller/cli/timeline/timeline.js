"use strict";
// Zoom, tooltips at once, and a card's traces lit up together. The picture is complete without any of it.
const scroll = document.getElementById("scroll");
const picture = scroll.querySelector("svg.timeline");
const inner = picture.querySelector("svg.seconds");
const axis = picture.querySelector("g.axis");
const tip = document.getElementById("tip");
const names = Number(scroll.dataset.names);
const seconds = Number(inner.dataset.seconds);
const start = Number(axis.dataset.start);
const height = Number(axis.dataset.height);
let px = inner.width.baseVal.value / seconds;

function drawAxis() {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300].find((one) => one * px >= 70) || 300;
  const parts = [];
  for (let n = Math.ceil(start / step); n * step <= start + seconds; n += 1) {
    const x = (names + (n * step - start) * px).toFixed(1);
    parts.push(`<path d="M${x} 36V${height}"/><text x="${x}" y="32">${Number((n * step).toFixed(1))} s</text>`);
  }
  axis.innerHTML = parts.join("");
}

function zoom(to, at) {
  const left = scroll.getBoundingClientRect().left;
  const under = (scroll.scrollLeft + at - left - names) / px;
  px = Math.min(400, Math.max((scroll.clientWidth - names) / seconds, to));
  const width = seconds * px;
  inner.setAttribute("width", width);
  picture.setAttribute("width", width + names);
  picture.setAttribute("viewBox", `0 0 ${width + names} ${height}`);
  for (const band of picture.querySelectorAll("rect.band")) band.setAttribute("width", width);
  for (const one of picture.querySelectorAll("[data-t]")) {
    one.setAttribute("transform", `translate(${names + Number(one.dataset.t) * px} ${one.dataset.y})`);
  }
  for (const mark of inner.querySelectorAll(".evidence")) mark.setAttribute("width", 2.2 / px);
  drawAxis();
  scroll.scrollLeft = under * px + names - at + left;
}

const middle = () => scroll.getBoundingClientRect().left + scroll.clientWidth / 2;
document.getElementById("in").onclick = () => zoom(px * 1.5, middle());
document.getElementById("out").onclick = () => zoom(px / 1.5, middle());
document.getElementById("fit").onclick = () => zoom(0, middle());
scroll.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoom(px * (event.deltaY < 0 ? 1.25 : 0.8), event.clientX);
}, { passive: false });
scroll.addEventListener("scroll", () => {
  picture.querySelector("g.names").setAttribute("transform", `translate(${scroll.scrollLeft} 0)`);
});

for (const title of picture.querySelectorAll("title")) {
  title.parentNode.tip = title.textContent;
  title.remove();
}
picture.addEventListener("mousemove", (event) => {
  let one = event.target;
  while (one && one !== picture && !one.tip) one = one.parentNode;
  tip.hidden = !one || !one.tip;
  if (!tip.hidden) {
    tip.textContent = one.tip;
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - 480)}px`;
    tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
  }
});
picture.addEventListener("mouseover", (event) => {
  const over = event.target.closest("[data-card]");
  for (const one of picture.querySelectorAll(".same")) one.classList.remove("same");
  if (!over) return;
  for (const one of picture.querySelectorAll(`[data-card="${over.dataset.card}"]`)) one.classList.add("same");
});
picture.addEventListener("mouseleave", () => { tip.hidden = true; });
