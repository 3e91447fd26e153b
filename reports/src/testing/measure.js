// Runs in the page around the report's frames, because the report allows no script but its own.
"use strict";

function numbers(color) {
  const parts = color.match(/[\d.]+/g).map(Number);
  return { r: parts[0], g: parts[1], b: parts[2], a: parts.length > 3 ? parts[3] : 1 };
}

// Relative luminance and contrast as WCAG 2 defines them.
function luminance({ r, g, b }) {
  const linear = (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// The first ground behind an element that is not see-through; a page without any is white.
function ground(win, element) {
  for (let at = element; at; at = at.parentElement) {
    const color = numbers(win.getComputedStyle(at).backgroundColor);
    if (color.a === 1) return color;
  }
  return { r: 255, g: 255, b: 255, a: 1 };
}

function shown(element) {
  return element.getClientRects().length > 0;
}

function measure(frame) {
  const doc = frame.contentDocument;
  const win = frame.contentWindow;
  const texts = [];
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !shown(element) || /^(title|desc|style|script)$/i.test(element.tagName)) continue;
    const style = win.getComputedStyle(element);
    const picture = element.closest("svg");
    const scale = picture ? Math.abs(element.getScreenCTM().a) || Math.abs(element.getScreenCTM().b) : 1;
    // In a picture only the colours that change with the page are checked; the others lie on coloured cells.
    const paper = picture && picture.querySelector(".fill-paper");
    const judged = !picture || (paper && element.hasAttribute("class"));
    const ink = numbers(picture ? style.fill : style.color);
    const behind = picture ? judged && numbers(win.getComputedStyle(paper).fill) : ground(win, element);
    texts.push({ text: walker.currentNode.data.trim().slice(0, 40), size: parseFloat(style.fontSize) * scale, contrast: judged ? contrast(ink, behind) : 21 });
  }
  const least = (name) => texts.reduce((a, b) => (b[name] < a[name] ? b : a), { text: "", size: 99, contrast: 21 });
  const pictures = [...doc.querySelectorAll("figure")].map((figure) => [...figure.querySelectorAll("svg[role]")].filter(shown));
  return {
    width: frame.clientWidth,
    scroll_width: doc.documentElement.scrollWidth,
    client_width: doc.documentElement.clientWidth,
    tables: doc.querySelectorAll("table").length,
    figures: doc.querySelectorAll("figure").length,
    seen_figures: pictures.filter((seen) => seen.length === 1 && seen[0].getBoundingClientRect().height > 20).length,
    texts: texts.length,
    smallest: least("size"),
    faintest: least("contrast"),
    repeated_ids: [...doc.querySelectorAll("[id]")].map((e) => e.id).filter((id, place, all) => all.indexOf(id) !== place),
    resources: win.performance.getEntriesByType("resource").length,
    dark: win.matchMedia("(prefers-color-scheme: dark)").matches,
    ground: luminance(ground(win, doc.body)),
  };
}

addEventListener("load", () => {
  const views = JSON.stringify([...document.querySelectorAll("iframe")].map(measure));
  const plain = views.replace(/[^ -%'-;=?-~]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  document.body.textContent = "MEASURED" + plain + "DONE";
});
