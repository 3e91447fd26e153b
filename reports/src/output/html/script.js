// Sorts, narrows and explains what the page already shows; without it, nothing is missing.
"use strict";
(() => {
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const text = (element) => (element ? element.textContent : "").trim();
  // Numbers as they are typed: without spaces between thousands, and with the sign of keyboards.
  const plain = (words) => words.replace(/\u202f/g, "").replace(/\u2212/g, "-");
  // "−12 345.5 [−2, 0]" is −12345.5; what begins with no number has none.
  const number = (words) => {
    const found = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(plain(words));
    return found ? Number(found[0]) : NaN;
  };

  const tables = [...document.querySelectorAll(".table")].map((box) => {
    const table = box.querySelector("table");
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    return { box, table, body, heads, rows: [...body.rows], words: "", picked: false, facet: "", hidden: new Set() };
  });

  const narrow = (t) => {
    const wanted = plain(t.words).toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of t.rows) {
      const words = wanted.length ? plain(row.textContent).toLowerCase() : "";
      const other = t.facetColumn >= 0 && t.facet && plain(text(row.cells[t.facetColumn])) !== t.facet;
      row.hidden = other || (t.picked && !row.classList.contains("picked")) || !wanted.every((word) => words.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    const named = t.facetColumn < 0 && t.facet && t.heads.some((head) => head.dataset.name === t.facet);
    t.heads.forEach((head, place) => {
      const gone = t.hidden.has(place) || (named && head.hasAttribute("data-facet") && head.dataset.name !== t.facet);
      if (gone === head.hidden) return;
      head.hidden = gone;
      for (const row of t.rows) if (row.cells[place]) row.cells[place].hidden = gone;
    });
    if (t.count) t.count.textContent = shown === t.rows.length ? `${shown} rows` : `${shown} of ${t.rows.length} rows`;
  };

  const sort = (t, place) => {
    const head = t.heads[place];
    const order = { none: "descending", descending: "ascending", ascending: "none" }[head.getAttribute("aria-sort") || "none"];
    for (const other of t.heads) other.removeAttribute("aria-sort");
    const rows = [...t.rows];
    if (order !== "none") {
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const keys = new Map(rows.map((row) => [row, text(row.cells[place])]));
      rows.sort((a, b) => {
        const [x, y] = [keys.get(a), keys.get(b)];
        const [m, n] = [number(x), number(y)];
        // Cells without a value come last in both orders.
        if (!x || !y) return (x ? 0 : 1) - (y ? 0 : 1);
        if (Number.isNaN(m) || Number.isNaN(n)) return sign * x.localeCompare(y, "en", { numeric: true });
        return sign * (m - n);
      });
    }
    t.body.append(...rows);
  };

  // What is narrowed is in the address, so that a link shows the same.
  const wanted = new URLSearchParams(location.search);
  const keep = (name, value) => {
    if (value) wanted.set(name, value); else wanted.delete(name);
    const words = wanted.toString();
    try {
      history.replaceState(null, "", `${location.pathname}${words ? `?${words}` : ""}${location.hash}`);
    } catch { /* Some browsers keep the addresses of local files as they are. */ }
  };

  for (const t of tables) {
    const facet = document.body.dataset.facet;
    t.facetColumn = facet ? t.heads.findIndex((head) => head.dataset.name === facet) : -1;
    if (t.rows.length < 2) continue;
    t.heads.forEach((head, place) => {
      if (head.tagName !== "TH") return;
      const button = make("button", { type: "button", class: "sort" }, ...head.childNodes);
      button.addEventListener("click", () => sort(t, place));
      head.append(button);
    });
    if (t.rows.length < 6 && t.heads.length < 8) continue;
    const find = make("input", { type: "search", placeholder: "Filter rows", "aria-label": "Filter rows" });
    find.value = t.words = wanted.get(t.box.id) || "";
    find.addEventListener("input", () => { t.words = find.value; keep(t.box.id, t.words); narrow(t); });
    const columns = make("details", { class: "pick" }, make("summary", {}, "Columns"));
    const list = make("div", {});
    t.heads.forEach((head, place) => {
      if (place === 0 || !text(head)) return;
      const box = make("input", { type: "checkbox" });
      box.checked = true;
      box.addEventListener("change", () => { t.hidden[box.checked ? "delete" : "add"](place); narrow(t); });
      list.append(make("label", {}, box, " ", text(head)));
    });
    columns.append(list);
    const picked = make("button", { type: "button", "aria-pressed": "false", title: "Click the beginning of a row to pick it" }, "Picked rows");
    picked.addEventListener("click", () => {
      t.picked = !t.picked;
      picked.setAttribute("aria-pressed", String(t.picked));
      narrow(t);
    });
    for (const row of t.rows) row.cells[0].addEventListener("click", (event) => {
      if (!event.target.closest("a")) row.classList.toggle("picked");
    });
    const tools = make("div", { class: "tools" }, find, columns, picked);
    if (t.body.querySelector(".aside")) {
      const printed = make("button", { type: "button", "aria-pressed": "true" }, "Printed values");
      printed.addEventListener("click", () => {
        const gone = t.box.classList.toggle("plain");
        printed.setAttribute("aria-pressed", String(!gone));
      });
      tools.append(printed);
    }
    t.count = make("span", { class: "count", role: "status" });
    tools.append(t.count);
    t.box.prepend(tools);
    narrow(t);
  }

  // A table or a figure that goes on beyond the right or the lower edge shows it there. The observer is asked after the page is laid out.
  const edge = (scroll) => {
    const box = (scroll.matches(".broad") ? scroll : scroll.parentElement).classList;
    box.toggle("more", scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 4);
    box.toggle("down", scroll.scrollTop + scroll.clientHeight < scroll.scrollHeight - 4);
  };
  const sizes = new ResizeObserver((entries) => entries.forEach((entry) => edge(entry.target)));
  for (const scroll of document.querySelectorAll(".table > .scroll, .broad")) {
    scroll.addEventListener("scroll", () => edge(scroll), { passive: true });
    sizes.observe(scroll);
  }

  // One choice for all tables.
  const values = JSON.parse(document.body.dataset.facets || "[]");
  if (values.length > 1) {
    const select = make("select", { id: "facet" }, make("option", { value: "" }, "all"));
    for (const value of values) select.append(make("option", { value }, value));
    const choose = () => tables.forEach((t) => { t.facet = select.value; narrow(t); });
    select.addEventListener("change", () => { keep("only", select.value); choose(); });
    if (values.includes(wanted.get("only"))) {
      select.value = wanted.get("only");
      choose();
    }
    const bar = make("div", { class: "facet" }, make("label", { for: "facet" }, `${document.body.dataset.facet} in tables`), select);
    document.querySelector("main").prepend(bar);
  }

  // What is known of a cell, beside it.
  const card = make("div", { class: "card", role: "tooltip", id: "card" });
  card.hidden = true;
  document.body.append(card);
  let pinned = null;
  const show = (link) => {
    const detail = document.getElementById(link.getAttribute("href").slice(1));
    if (!detail) return;
    const title = detail.closest("details").querySelector("summary");
    card.replaceChildren(make("b", {}, text(title)), ...[...detail.cloneNode(true).childNodes]);
    card.hidden = false;
    const at = link.closest("td, th").getBoundingClientRect();
    const [width, height] = [card.offsetWidth, card.offsetHeight];
    const page = document.documentElement;
    const left = Math.max(8, Math.min(at.left, page.clientWidth - width - 8));
    const below = at.bottom + 6 + height < page.clientHeight || at.top < height + 6;
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${(below ? at.bottom + 6 : at.top - height - 6) + scrollY}px`;
  };
  const hide = () => { card.hidden = true; pinned = null; };
  const known = (event) => event.target.closest && event.target.closest("td, th") && event.target.closest("td, th").querySelector("a.known");
  document.addEventListener("mouseover", (event) => {
    if (pinned || card.contains(event.target)) return;
    const link = known(event);
    if (link) show(link); else card.hidden = true;
  });
  document.addEventListener("focusin", (event) => {
    if (!pinned && event.target.matches("a.known")) show(event.target);
  });
  document.addEventListener("click", (event) => {
    if (card.contains(event.target)) return;
    const link = event.target.closest("a.known");
    if (!link) return hide();
    event.preventDefault();
    show(link);
    pinned = link;
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
})();
