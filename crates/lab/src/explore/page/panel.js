// All that is known of the chosen node.

const MOST_ROWS = 60;

function element(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...inside.filter((part) => part !== null && part !== ''));
  return made;
}

function table(head, rows) {
  const cells = (tag, row) => element('tr', {}, ...row.map((cell) => element(tag, {}, cell)));
  const body = element('tbody', {}, ...rows.map((row) => cells('td', row)));
  return element('div', { class: 'wide' }, element('table', {}, element('thead', {}, cells('th', head)), body));
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element('textarea', {}, text);
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  const before = button.textContent;
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = before; }, 900);
}

class Panel {
  constructor(place, hooks) {
    this.place = place;
    this.hooks = hooks;
  }

  show(tree, i) {
    this.place.replaceChildren(...(i === NONE ? this.aboutSearch(tree) : this.aboutNode(tree, i)));
    this.place.scrollTop = 0;
  }

  aboutSearch(tree) {
    const about = tree.about;
    const folded = about.fold > 0 ? element('p', { class: 'soft' }, `Subtrees of fewer than ${about.fold} nodes are folded.`) : '';
    return [
      element('h2', {}, about.recipe),
      element('p', { class: 'verdict' }, `${about.best}  ${scoreText(about.score)}`),
      element('p', { class: 'line' }, about.line.join(' ')),
      element('p', {}, `${about.effort}: ${grouped(about.nodes)} nodes, ${grouped(tree.count)} of them shown; the rest is quiescence.`),
      folded,
      this.picture(tree, tree.widestRoot()),
      element('p', { class: 'soft' }, 'Click a box, or use the arrow keys; ? lists all keys.'),
    ].filter((part) => part !== '');
  }

  aboutNode(tree, i) {
    const purpose = purposeText(tree, i);
    const twin = this.hooks.twinText(tree, i);
    return [
      element('p', { class: 'verdict' }, this.swatch(tree, i), verdictText(tree, i)),
      element('p', {}, reasonText(tree, i)),
      twin ? element('p', {}, twin) : '',
      this.line(tree, i),
      this.picture(tree, i),
      this.facts(tree, i, purpose),
      this.buttons(tree, i),
      ...this.children(tree, i),
      ...this.skipped(tree, i),
    ].filter((part) => part !== '');
  }

  swatch(tree, i) {
    const mode = this.hooks.mode();
    return element('span', { class: 'swatch', style: `background:${mode.classes[mode.of(tree, i)][1]}` });
  }

  // The way from the root; each move can be chosen.
  line(tree, i) {
    const steps = tree.path(i).map((at) => {
      const text = tree.moveText(at);
      return element('button', { type: 'button', onclick: () => this.hooks.choose(tree, at) }, text);
    });
    return element('p', { class: 'line' }, ...steps);
  }

  picture(tree, i) {
    if (i === NONE) return '';
    const known = tree.knownAbove(i);
    const frame = element('figure', { style: 'margin:0' });
    frame.innerHTML = tree.picture(known);
    const steps = tree.level[i] - tree.level[known];
    if (steps > 0) {
      const moves = tree.path(i).slice(-steps).map((at) => tree.moveText(at)).join(' ');
      frame.append(element('figcaption', { class: 'soft' }, `before ${moves}: the tree has boards for its wider nodes`));
    }
    return frame;
  }

  facts(tree, i, purpose) {
    const known = tree.board.get(i);
    const rows = [
      ['window', windowText(tree, i)],
      ['eval', tree.hasEval(i) ? scoreText(tree.eval[i]) : 'none'],
      ['depth', depthText(tree, i)],
      ['expected', `${KINDS[tree.kind(i)]} node`],
      ['nodes', `${grouped(tree.nodes[i])}${tree.isFolded(i) ? ', folded' : ''}`],
      ['visit', purpose || 'a move of the node above'],
    ];
    if (known !== undefined) rows.push(['key', tree.keys[known]]);
    return element('dl', { class: 'facts' }, ...rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
  }

  // The position where it is known, and else the root with the moves from there.
  positionText(tree, i) {
    const known = tree.board.get(i);
    if (known !== undefined) return tree.positions[known];
    const moves = tree.path(i).filter((at) => tree.move[at] > 0).map((at) => tree.moveText(at));
    return `${facts.position} moves ${moves.join(' ')}`;
  }

  buttons(tree, i) {
    const button = (text, act) => element('button', { type: 'button', onclick: (event) => act(event.currentTarget) }, text);
    const position = button('Copy position', (it) => copy(this.positionText(tree, i), it));
    position.id = 'copy-position';
    const link = button('Copy link', (it) => copy(`${location.href.split('#')[0]}#${this.hooks.number(tree)}.${i}`, it));
    return element('p', {}, position, ' ', link, ' ', button('Zoom', () => this.hooks.zoom(tree, i)));
  }

  children(tree, i) {
    const all = tree.children(i);
    if (!all.length) return [];
    const row = (child) => [
      element('button', { type: 'button', onclick: () => this.hooks.choose(tree, child) }, this.swatch(tree, child), tree.moveText(child)),
      tree.rank[child] > 0 ? `${tree.rank[child]}` : '',
      `${tree.depth[child]}`,
      scoreText(-tree.score[child]),
      tree.bound(child) === BOUND.lower ? '≤' : tree.bound(child) === BOUND.upper ? '≥' : '=',
      grouped(tree.nodes[child]),
    ];
    const note = all.length > MOST_ROWS ? element('p', { class: 'soft' }, `${all.length - MOST_ROWS} more`) : '';
    return [
      element('h2', {}, `Searched below: ${all.length}`),
      table(['move', 'rank', 'depth', 'score', '', 'nodes'], all.slice(0, MOST_ROWS).map(row)),
      note,
    ];
  }

  skipped(tree, i) {
    const all = tree.skippedAt(i);
    if (!all.length) return [];
    const { method, move, rank, history } = tree.skipped;
    const row = (at) => [tree.about.moves[move[at]], `${rank[at]}`, `${history[at]}`, methodName(method[at]), skipText(tree, at)];
    return [
      element('h2', {}, `Skipped: ${all.length}`),
      table(['move', 'rank', 'history', 'by', 'why'], all.slice(0, MOST_ROWS).map(row)),
    ];
  }
}
