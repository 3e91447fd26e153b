'use strict';
// Unpacks the games and shows one of them, or both of a pair, at one ply. What lies where was worked out before; here are no rules.
(async () => {
  const root = document.getElementById('games');
  const make = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
  const draw = (name, attributes = {}, ...children) => fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
  const fill = (element, attributes, children) => {
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
      else if (value !== null && value !== false) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  let data;
  try {
    const bytes = Uint8Array.from(atob(root.dataset.games), (letter) => letter.charCodeAt(0));
    data = JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text());
  } catch (error) {
    root.append(make('p', { class: 'failed' }, `This browser cannot decompress the games: ${error}`));
    return;
  }
  root.removeAttribute('data-games');

  // Every ply gets its texts whole, and whose turn it is.
  const middle = (before, change) => change === 0 ? before : before.slice(0, change[0]) + change[2] + before.slice(before.length - change[1]);
  const opened = new Set();
  const open = (index) => {
    const game = data.games[index];
    if (opened.has(index)) return game;
    opened.add(index);
    let position = '', note = '';
    for (const ply of game.plies) {
      const [changes, turn, positionChange, noteChange] = ply.s;
      position = middle(position, positionChange);
      note = middle(note, noteChange);
      Object.assign(ply, { changes, turn, position, note });
    }
    return game;
  };

  // Boards.
  const hexagon = [0, 60, 120, 180, 240, 300].map((angle) => [Math.sin(angle * Math.PI / 180) / Math.sqrt(3), -Math.cos(angle * Math.PI / 180) / Math.sqrt(3)]);
  const points = (list, x = 0, y = 0) => list.map(([a, b]) => `${+(a + x).toFixed(3)},${+(b + y).toFixed(3)}`).join(' ');
  const pairs = (list) => list.flatMap((_, i) => i % 2 ? [] : [[list[i], list[i + 1]]]);
  const outline = (kind, x, y, size, attributes) => kind === 'square'
    ? draw('rect', { x: x - size, y: y - size, width: 2 * size, height: 2 * size, ...attributes })
    : kind === 'hexagon' ? draw('polygon', { points: points(hexagon.map((p) => p.map((c) => c * 2 * size)), x, y), ...attributes })
    : draw('circle', { cx: x, cy: y, r: size * (kind === 'pit' ? 0.88 : 0.96), ...attributes });
  const frame = (board) => {
    const all = [...board.places.map(([, x, y, kind]) => [x, y, kind === 'side' ? 0.5 : 0.6]), ...board.labels.map(([, x, y]) => [x, y, 0.35]),
      ...board.areas.flatMap(([, list]) => pairs(list).map(([x, y]) => [x, y, 0.1])), ...board.lines.flatMap((list) => pairs(list).map(([x, y]) => [x, y, 0.2]))];
    const [left, top] = [0, 1].map((i) => Math.min(...all.map((p) => p[i] - p[2])));
    const [right, bottom] = [0, 1].map((i) => Math.max(...all.map((p) => p[i] + p[2])));
    return [left, top, right - left, bottom - top].map((n) => +n.toFixed(3));
  };
  const ground = (board) => {
    const on = board.places.filter(([, , , kind]) => kind === 'point');
    if (!on.length) return [];
    const [xs, ys] = [on.map((p) => p[1]), on.map((p) => p[2])];
    const [x, y] = [Math.min(...xs) - 0.6, Math.min(...ys) - 0.6];
    return [draw('rect', { class: 'ground', x, y, width: Math.max(...xs) + 0.6 - x, height: Math.max(...ys) + 0.6 - y, rx: 0.15 })];
  };
  const pips = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
  const man = ([glyph, label, colour, form, count], x, y) => {
    const word = (attributes = {}) => draw('text', { class: 'glyph on', ...attributes }, glyph);
    const faces = {
      disc: () => [draw('circle', { r: 0.4 }), ...(glyph ? [word()] : [])],
      figure: () => [draw('text', { class: 'glyph', y: 0.02 }, glyph + (/[\u2654-\u265f]/.test(glyph) ? '\ufe0e' : ''))],
      'tile-up': () => [draw('polygon', { class: 'face', points: '0,-0.44 0.28,-0.32 0.38,0.42 -0.38,0.42 -0.28,-0.32' }), word({ y: 0.07 })],
      'tile-down': () => [draw('polygon', { class: 'face', points: '0,0.44 0.28,0.32 0.38,-0.42 -0.38,-0.42 -0.28,0.32' }), word({ y: -0.07, transform: 'rotate(180 0 -0.07)' })],
      hidden: () => [draw('circle', { class: 'face', r: 0.4 }), draw('circle', { class: 'back', r: 0.28 }), draw('circle', { class: 'back', r: 0.14 })],
      block: () => [draw('rect', { x: -0.36, y: -0.36, width: 0.72, height: 0.72, rx: 0.08 }), ...(glyph ? [word()] : [])],
      die: () => [draw('rect', { x: -0.4, y: -0.4, width: 0.8, height: 0.8, rx: 0.12 }),
        ...(pips[glyph] || []).map((at) => draw('circle', { class: 'pip', cx: (at % 3 - 1) * 0.22, cy: (Math.floor(at / 3) - 1) * 0.22, r: 0.08 })), ...(pips[glyph] ? [] : [word()])],
      text: () => [draw('text', { class: 'glyph' }, glyph)],
    };
    const badge = count === 1 ? [] : [draw('circle', { class: 'badge-ground', cx: 0.3, cy: 0.3, r: 0.2 }), draw('text', { class: 'badge', x: 0.3, y: 0.31 }, String(count))];
    return draw('g', { class: `man ${form.startsWith('tile') ? 'tile' : form} ${colour}`, transform: `translate(${x} ${y})` },
      draw('title', {}, count === 1 ? label : `${count} × ${label}`), ...faces[form](), ...badge);
  };
  const picture = (board) => {
    const layers = Object.fromEntries(['below', 'marks', 'men', 'above'].map((name) => [name, draw('g', { class: name })]));
    layers.below.append(...ground(board),
      ...board.areas.map(([shade, list]) => draw('polygon', { class: `area ${shade}`, points: points(pairs(list)) })),
      ...board.lines.map((list) => draw('polyline', { class: 'line', points: points(pairs(list)) })),
      ...board.places.flatMap(([, x, y, kind, shade]) => kind === 'point' || kind === 'side' ? [] : [outline(kind, x, y, 0.5, { class: `place ${kind} ${shade}` })]),
      ...board.labels.map(([text, x, y]) => draw('text', { class: 'label', x, y }, text)));
    return { svg: draw('svg', { class: 'board', viewBox: frame(board).join(' '), role: 'img' }, ...Object.values(layers)), ...layers, shown: [] };
  };
  const lying = (game, ply) => {
    const men = [];
    for (const { changes } of game.plies.slice(0, ply + 1)) for (let i = 0; i < changes.length; i += 2) men[changes[i]] = changes[i + 1];
    return men;
  };
  const centre = (board, place) => board.places[place].slice(1, 3);
  const way = (board, path) => path.map((place) => centre(board, place));
  const arrow = (list, width, attributes) => {
    const [[x1, y1], [x2, y2]] = list.slice(-2);
    const [length, size] = [Math.hypot(x2 - x1, y2 - y1) || 1, 0.14 + 1.2 * width];
    const [u, v] = [(x2 - x1) / length, (y2 - y1) / length];
    const head = [[x2 - size * (u - v * 0.7), y2 - size * (v + u * 0.7)], [x2, y2], [x2 - size * (u + v * 0.7), y2 - size * (v - u * 0.7)]];
    return draw('g', {}, draw('polyline', { points: points(list), 'stroke-width': width, ...attributes }), draw('polyline', { points: points(head), 'stroke-width': width, ...attributes }));
  };
  const show = (drawn, board, game, ply, thoughts) => {
    const men = lying(game, ply);
    board.places.forEach((_, place) => {
      const piece = men[place] || 0;
      if (drawn.shown[place]?.piece === piece) return;
      drawn.shown[place]?.element?.remove();
      const element = piece ? man(board.pieces[piece - 1], ...centre(board, place)) : null;
      if (element) {
        element.dataset.place = place;
        drawn.men.append(element);
      }
      drawn.shown[place] = { piece, element };
    });
    const paths = game.plies[ply].p || [];
    const ended = new Set(paths.flat());
    drawn.marks.replaceChildren(...[...ended].map((place) => {
      const [, x, y, kind] = board.places[place];
      const ring = kind === 'point' || kind === 'pit' || kind === 'side';
      return outline(ring ? 'point' : kind, x, y, ring ? 0.47 : 0.5, { class: ring ? 'mark ring' : 'mark' });
    }));
    drawn.above.replaceChildren(...(thoughts ? considered(board, thoughts) : paths.filter((path) => path.length > 1).map((path) => arrow(way(board, path), 0.06, { class: 'way' }))));
  };
  const considered = (board, { moves, next }) => {
    const all = moves.reduce((sum, [, visits]) => sum + visits, 0) || 1;
    return moves.filter(([, visits, , paths], i) => i < 6 && paths.length && visits / all >= 0.02).reverse().flatMap(([text, visits, , paths]) => {
      const share = visits / all;
      const attributes = { class: text === next ? 'thought chosen' : 'thought', 'stroke-opacity': 0.35 + 0.6 * share };
      const width = 0.04 + 0.12 * share;
      const [x, y] = centre(board, paths[paths.length - 1].slice(-1)[0]);
      return [...paths.map((path) => path.length > 1 ? arrow(way(board, path), width, attributes)
        : draw('circle', { cx: x, cy: y, r: 0.3, 'stroke-width': width, ...attributes })), draw('text', { class: 'share', x, y: y + 0.3 }, `${Math.round(100 * share)} %`)];
    });
  };

  // One game beside its facts.
  const seconds = (micros) => micros >= 1e6 ? `${(micros / 1e6).toFixed(2)} s` : `${(micros / 1e3).toFixed(2)} ms`;
  const number = (n) => n < 10000 ? String(n) : n.toLocaleString('en').replaceAll(',', '\u202f');
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const copied = (button, text) => {
    const [word, said] = [button.textContent, (done) => { button.textContent = done; setTimeout(() => { button.textContent = word; }, 1200); }];
    const by_hand = () => { window.prompt('Copy:', text); };
    navigator.clipboard ? navigator.clipboard.writeText(text).then(() => said('copied'), by_hand) : by_hand();
  };
  const save = (svg, name) => {
    const copy = svg.cloneNode(true);
    const [, , width, height] = copy.getAttribute('viewBox').split(' ').map(Number);
    copy.setAttribute('width', 48 * width);
    copy.setAttribute('height', 48 * height);
    copy.prepend(draw('style', {}, document.getElementById('board-style').textContent));
    const link = make('a', { download: name, href: URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  };
  const side = (index) => {
    const game = open(index);
    const board = data.boards[game.board];
    const drawn = board.places.length ? picture(board) : null;
    const parts = { drawing: make('pre', { class: 'drawing' }), note: make('p', { class: 'note' }), now: make('p', { class: 'now', 'aria-live': 'polite' }), search: make('div', { class: 'search' }) };
    let at = 0;
    // Every move has a number, or, where there is a first one, a move of both players together.
    const numbered = (k) => {
      if (game.first === null) return `${k}.`;
      const before = game.plies.slice(1, k).filter((ply) => ply.b === 1).length;
      return `${game.first + before}${game.plies[k].b === 1 ? '…' : '.'}`;
    };
    const heading = (k) => game.first !== null && game.plies[k].b === 1 && k > 1 ? [] : [make('span', { class: 'number' }, numbered(k))];
    const seats = game.seats.map(({ label, spent }, seat) => make('li', {}, make('span', {}, ...(board.colours[seat] ? [make('span', { class: `dot ${board.colours[seat]}` })] : []), label), make('span', { class: 'spent' }, spent)));
    const items = game.plies.map((ply, k) => k === 0 ? null : make('li', { class: [ply.g && 'given', ply.b === undefined && 'chance'].filter(Boolean).join(' ') },
      make('button', { type: 'button', tabindex: -1, onclick: () => go(k) }, ...heading(k), ply.m)));
    const moves = make('ol', { class: 'moves' }, ...items.slice(1));
    if (game.failure) moves.append(make('li', { class: 'fault' }, make('button', { type: 'button', tabindex: -1, onclick: () => go(game.plies.length - 1) }, '✗ failed')));
    const tool = (word, action) => make('button', { type: 'button', onclick: (event) => action(event.currentTarget) }, word);
    const command = () => {
      const seat = game.plies[at].turn ?? 0;
      return `${game.seats[seat].command} ${quoted(game.plies[at].position)}`;
    };
    const tools = make('div', { class: 'tools' }, tool('Copy position', (button) => copied(button, game.plies[at].position)), tool('Copy search command', (button) => copied(button, command())),
      ...(drawn ? [tool('Save as SVG', () => save(drawn.svg, `game-${game.id}-${at}.svg`))] : []), tool('Save game as a page', share));
    const chances = curve(game);
    const element = make('section', { class: 'side', 'data-game': index + 1 },
      make('div', { class: 'head' }, make('h2', {}, `Game ${index + 1}: ${game.result} `, make('small', {}, `${game.ended} · ${game.id}`)), make('ul', { class: 'seats' }, ...seats),
        ...(game.failure ? [make('p', { class: 'failed' }, game.failure)] : [])),
      make('div', { class: 'picture' }, drawn ? drawn.svg : parts.drawing, parts.note, ...(chances ? [chances.element] : [])), make('div', { class: 'more' }, parts.now, moves, parts.search, tools));
    const update = (ply) => {
      at = Math.min(ply, game.plies.length - 1);
      const [here, next] = [game.plies[at], game.plies[at + 1]];
      const found = next?.f;
      if (drawn) show(drawn, board, game, at, found?.[2].length ? { moves: found[2], next: next.m } : null);
      else parts.drawing.textContent = here.note;
      if (drawn) {
        parts.note.textContent = here.note;
        drawn.svg.setAttribute('aria-label', `Board after ${at} moves: ${here.position}`);
      }
      chances?.at(at);
      const last = at === game.plies.length - 1;
      const mover = here.b === undefined ? 'chance' : game.seats[here.b].label;
      const turn = last ? game.result : here.turn === null ? 'chance is next' : `${game.seats[here.turn].label} to move`;
      parts.now.textContent = at === 0 ? turn : `${numbered(at)} ${mover}${here.g ? ' (given)' : ''}: ${here.m} · ${turn}`;
      seats.forEach((item, seat) => item.classList.toggle('turn', here.turn === seat && !last));
      items.forEach((item, k) => {
        item?.classList.toggle('here', k === at);
        // One of the moves can be reached by the keyboard, which goes on with arrows.
        if (item) item.firstChild.tabIndex = k === Math.max(at, 1) ? 0 : -1;
      });
      const shown = items[at];
      if (shown) moves.scrollTop = shown.offsetTop - moves.offsetTop - moves.clientHeight / 2;
      else moves.scrollTop = 0;
      parts.search.replaceChildren(...(found?.[2].length ? table(found, next, game) : []));
    };
    return { element, update, last: game.plies.length - 1 };
  };
  const table = ([iterations, micros, moves, line], next, game) => {
    const all = moves.reduce((sum, [, visits]) => sum + visits, 0) || 1;
    const rows = moves.slice(0, 12).map(([text, visits, mean]) => make('tr', { class: text === next.m ? 'chosen' : '' }, make('td', {}, text),
      make('td', { class: 'bar' }, make('div', { class: 'fill', style: `width:${(100 * visits / all).toFixed(1)}%` }), make('span', {}, `${number(visits)} (${(100 * visits / all).toFixed(1)} %)`)), make('td', {}, mean === null ? '–' : mean.toFixed(3))));
    const time = micros === null ? '' : ` in ${seconds(micros)}`;
    return [make('h3', {}, `Search of ${game.seats[next.b].label} here: ${number(iterations)} iterations${time}`),
      make('table', {}, make('tbody', {}, ...rows)), ...(line ? [make('p', { class: 'line' }, `expects ${line}`)] : [])];
  };

  // What the searches thought of their chances: the mean of the move played, for two players as the first sees it.
  const curve = (game) => {
    const two = game.seats.length === 2;
    const lines = game.seats.map(() => []);
    game.plies.forEach((ply, k) => {
      const played = ply.f?.[2].find(([text]) => text === ply.m) || ply.f?.[2][0];
      if (ply.b === undefined || !played || played[2] === null) return;
      lines[ply.b].push([k, two && ply.b === 1 ? 1 - played[2] : played[2]]);
    });
    if (!lines.some((line) => line.length > 1)) return null;
    const [width, height, last] = [600, 90, game.plies.length - 1];
    const [x, y] = [(k) => 600 * k / Math.max(1, last), (value) => 6 + (height - 12) * (1 - value)];
    const here = draw('line', { class: 'here', y1: 0, y2: height });
    const strokes = lines.flatMap((line, seat) => line.length < 2 ? [] : [draw('polyline', { class: `value seat-${seat}`, points: points(line.map(([k, value]) => [x(k), y(value)])) },
      draw('title', {}, game.seats[seat].label))]);
    const svg = draw('svg', { class: 'curve', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': `Search values over the game${two ? `, as chances of ${game.seats[0].label}` : ''}`, onclick: (event) => {
        const box = svg.getBoundingClientRect();
        go(Math.round((event.clientX - box.left) / box.width * last));
      } }, draw('line', { class: 'even', x1: 0, x2: width, y1: y(1 / game.seats.length), y2: y(1 / game.seats.length) }), ...strokes, here);
    const words = two ? `Chances of ${game.seats[0].label} by each search; click to go there` : 'Chances of the player to move by each search; click to go there';
    const key = game.seats.flatMap(({ label }, seat) => lines[seat].length > 1 ? [make('span', { class: `key seat-${seat}` }, label)] : []);
    return { element: make('figure', { class: 'chances' }, svg, make('figcaption', {}, `${words}: `, ...key)), at: (ply) => ['x1', 'x2'].forEach((end) => here.setAttribute(end, x(ply))) };
  };
  // The game shown, and its pair, as a page of its own.
  const share = async (button) => {
    const game = data.games[state.game];
    const wanted = [state.game, ...(game.pair === null ? [] : [game.pair])];
    const plain = (ply) => Object.fromEntries(Object.entries(ply).filter(([key]) => 'mspbgf'.includes(key)));
    const games = wanted.map((index, place) => {
      const one = data.games[index];
      return { ...one, cell: 0, board: place, pair: wanted.length > 1 ? 1 - place : null, plies: one.plies.map(plain) };
    });
    const own = { boards: wanted.map((index) => data.boards[data.games[index].board]), cells: [{ ...data.cells[game.cell], links: [] }], games };
    const packed = new Blob([JSON.stringify(own)]).stream().pipeThrough(new CompressionStream('deflate'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const parts = ['head', 'header', 'noscript'].map((name) => document.querySelector(name).outerHTML);
    // In pieces, so that this script has no tags in it for those who look for the page's own.
    const tag = (name, inner, attributes = '') => `<${name}${attributes}>${inner}<${'/'}${name}>\n`;
    const body = tag('body', `\n${parts[1]}\n${parts[2]}\n${tag('main', '', ` id="games" data-games="${letters}"`)}${tag('script', script)}`);
    const page = `<!DOCTYPE html>\n${tag('html', `\n${parts[0]}\n${body}`, ' lang="en"')}`;
    const link = make('a', { download: `game-${game.id}.html`, href: URL.createObjectURL(new Blob([page], { type: 'text/html' })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
    button.blur();
  };

  // The page around it.
  const state = { game: 0, ply: 0, pair: true, timer: 0, players: [] };
  const script = document.currentScript?.textContent || document.querySelector('body > script').textContent;
  let sides = [];
  const chosen = make('select', { 'aria-label': 'Game', onchange: () => jump(+chosen.value) });
  // The games in which all the players sit that the address asks for.
  const fits = (game) => state.players.every((player) => game.seats.some((seat) => seat.name === player));
  const labelled = (player) => data.games.flatMap((game) => game.seats).find((seat) => seat.name === player).label;
  const narrowed = make('p', { class: 'narrowed', role: 'status' });
  const list = () => {
    const groups = data.cells.map((cell, c) => {
      const options = data.games.flatMap((game, i) => game.cell === c && fits(game) ? [make('option', { value: i }, `${i + 1}: ${game.seats.map((seat) => seat.label).join(' – ')}: ${game.title}`)] : []);
      return options.length ? [make('optgroup', { label: cell.name }, ...options)] : [];
    });
    chosen.replaceChildren(...groups.flat());
  };
  const beside = (by) => {
    let index = state.game + by;
    while (data.games[index] && !fits(data.games[index])) index += by;
    jump(index);
  };
  const both = make('button', { type: 'button', onclick: () => { state.pair = !state.pair; load(); } });
  const links = make('div', { class: 'links' });
  const holder = make('div', { class: 'sides' });
  const step = (word, name, by, far) => make('button', { type: 'button', 'aria-label': name, title: name, class: far ? 'far' : null, onclick: () => go(by()) }, word);
  const slider = make('input', { type: 'range', min: 0, 'aria-label': 'Ply', oninput: () => go(+slider.value) });
  const place = make('output');
  const end = () => Math.max(0, ...sides.map((one) => one.last));
  // Shows a move every 0.8 seconds, up to the end.
  const stop = () => {
    clearInterval(state.timer);
    state.timer = 0;
    play.textContent = '▶';
    play.setAttribute('aria-pressed', 'false');
  };
  const start = () => {
    if (state.ply >= end()) go(0);
    state.timer = setInterval(() => state.ply < end() ? go(state.ply + 1) : stop(), 800);
    play.textContent = '⏸';
    play.setAttribute('aria-pressed', 'true');
  };
  const play = make('button', { type: 'button', 'aria-label': 'Play (P)', title: 'Play (P)', 'aria-pressed': 'false', onclick: () => state.timer ? stop() : start() }, '▶');
  const steps = make('div', { class: 'steps' }, play, step('«', 'First position (Home)', () => 0, true), step('‹', 'Back (←)', () => state.ply - 1), slider,
    step('›', 'Forward (→)', () => state.ply + 1), step('»', 'Last position (End)', end, true), place);
  root.append(make('div', { class: 'pick' }, make('button', { type: 'button', title: 'Previous game ([)', onclick: () => beside(-1) }, '‹'), chosen,
    make('button', { type: 'button', title: 'Next game (])', onclick: () => beside(1) }, '›'), both), narrowed, links, holder, steps);
  const go = (ply) => {
    state.ply = Math.max(0, Math.min(ply, end()));
    sides.forEach((one) => one.update(state.ply));
    slider.value = state.ply;
    place.textContent = `${state.ply} / ${end()}`;
    try { history.replaceState(null, "", `#${new URLSearchParams([...state.players.map((player) => ['with', player]), ['game', state.game + 1], ['ply', state.ply]])}`); } catch { /* a frame without an address */ }
  };
  const load = () => {
    const game = data.games[state.game];
    const partner = game.pair;
    sides = [state.game, ...(state.pair && partner !== null ? [partner] : [])].map(side);
    holder.className = `sides ${sides.length === 2 ? 'two' : 'one'}`;
    holder.replaceChildren(...sides.map((one) => one.element));
    both.hidden = partner === null;
    both.textContent = state.pair ? 'This game alone' : 'Both games of the pair';
    chosen.value = state.game;
    narrowed.hidden = !state.players.length;
    if (state.players.length) narrowed.replaceChildren(`Games of ${state.players.map(labelled).join(' and ')}: ${data.games.filter(fits).length} of ${data.games.length}. `, make('a', { href: `#game=${state.game + 1}` }, 'All games'));
    slider.max = end();
    const cell = data.cells[game.cell];
    links.replaceChildren(make('span', {}, cell.name), ...cell.links.map(([word, index]) => make('a', { href: `#game=${index + 1}` }, word)));
    go(state.ply);
  };
  const jump = (index, ply = 0) => {
    if (!data.games[index]) return;
    stop();
    Object.assign(state, { game: index, ply });
    load();
  };
  // `#game=17&ply=23`, where a game is its number on the page or the name of its task; `#cell=3`; `#with=uct&with=rave`, the games of these players.
  const follow = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const name = wanted.get('game');
    const cell = data.cells.findIndex((one) => String(one.no) === wanted.get('cell'));
    const named = data.games.findIndex((game, i) => game.id === name || String(i + 1) === name);
    state.players = wanted.getAll('with').filter((player) => data.games.some((game) => game.seats.some((seat) => seat.name === player)));
    if (!data.games.some(fits)) state.players = [];
    const first = data.games.findIndex((game) => fits(game) && (cell < 0 || game.cell === cell));
    list();
    jump(Math.max(0, name === null ? first : named), +wanted.get('ply') || 0);
  };
  window.addEventListener('hashchange', follow);
  document.addEventListener('keydown', (event) => {
    if (event.target.closest?.('select, input[type=text]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { ArrowLeft: () => go(state.ply - 1), ArrowRight: () => go(state.ply + 1), Home: () => go(0), End: () => go(end()), p: () => state.timer ? stop() : start(), '[': () => beside(-1), ']': () => beside(1) };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  if (data.games.length) follow();
  else root.append(make('p', {}, 'No games.'));
})();
