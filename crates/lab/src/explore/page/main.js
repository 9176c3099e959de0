// Puts the parts together: one tree or two, the panel, the legend, the keys.

class Explorer {
  constructor(trees) {
    this.trees = trees;
    this.modes = MODES.slice();
    this.mode = this.modes[0];
    this.shown = new Set();
    this.finder = new Finder();
    this.active = 0;
    this.comparison = null;
    this.waiting = false;
    this.panel = new Panel(byId('panel'), {
      mode: () => this.mode,
      choose: (tree, i) => this.choose(this.viewOf(tree), i, true),
      zoom: (tree, i) => this.zoom(this.viewOf(tree), i),
      number: (tree) => trees.indexOf(tree),
      twinText: (tree, i) => this.twinText(tree, i),
    });
    this.views = trees.map((tree, number) => this.makeView(tree, number));
    byId('views').classList.toggle('two', trees.length > 1);
    this.fillTools();
    this.listen();
    this.resized();
    this.openFromAddress();
  }

  makeView(tree, number) {
    const canvas = element('canvas', { tabindex: '0', role: 'application', 'aria-label': `Tree of ${tree.about.recipe}; arrow keys move` });
    const view = element('div', { class: 'view' }, this.trees.length > 1 ? element('h2', {}, tree.about.recipe) : '', canvas);
    byId('views').append(view);
    const hooks = {
      mode: () => this.mode,
      isDimmed: (_tree, _i, kind) => this.shown.size > 0 && !this.shown.has(kind),
      redraw: () => this.redraw(),
      hover: (icicle, i, event) => this.hover(icicle, i, event),
      choose: (icicle, i) => this.choose(icicle, i, false),
    };
    const icicle = new Icicle(tree, canvas, hooks);
    icicle.element = view;
    canvas.addEventListener('focus', () => this.activate(number));
    return icicle;
  }

  viewOf(tree) {
    return this.views[this.trees.indexOf(tree)];
  }

  get view() {
    return this.views[this.active];
  }

  activate(number) {
    this.active = number;
    this.views.forEach((view, place) => view.element.classList.toggle('active', place === number));
  }

  // Everything is drawn once, however many things have changed.
  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    this.waiting = false;
    this.views.forEach((view) => view.draw());
  }

  resized() {
    this.views.forEach((view) => view.measure());
    this.drawNow();
  }

  // The tools above the picture.

  fillTools() {
    this.fillIterations();
    this.fillModes();
    this.fillLegend();
    this.activate(0);
    this.panel.show(this.trees[0], NONE);
    if (this.trees.length > 1) byId('difference').hidden = false;
    if (facts.gallery.length) byId('gallery-open').hidden = false;
  }

  fillIterations() {
    const tree = this.trees[0];
    const option = (text, value) => element('option', { value }, text);
    const roots = tree.roots.map((root) => option(`depth ${tree.depth[root]}: ${verdictText(tree, root).split(':')[0]}, ${grouped(tree.nodes[root])} nodes`, root));
    byId('iteration').replaceChildren(option('whole search', NONE), ...roots);
  }

  fillModes() {
    byId('colour').replaceChildren(...this.modes.map((mode, place) => element('option', { value: place }, mode.name)));
    byId('colour').value = this.modes.indexOf(this.mode);
  }

  fillLegend() {
    const sums = this.trees.map((tree) => counts(tree, this.mode));
    const entries = this.mode.classes.map(([name, colour], kind) => ({ name, colour, kind, of: sums.map((sum) => sum[kind]) }));
    const buttons = entries.filter((entry) => entry.of.some((count) => count > 0)).map((entry) => {
      const toggle = () => this.filter(entry.kind);
      const pressed = this.shown.has(entry.kind) ? 'true' : 'false';
      const swatch = element('span', { class: 'swatch', style: `background:${entry.colour}` });
      return element('button', { type: 'button', 'aria-pressed': pressed, onclick: toggle }, swatch, `${entry.name} ${entry.of.map(grouped).join(' | ')}`);
    });
    byId('legend').replaceChildren(...buttons);
  }

  filter(kind) {
    if (!this.shown.delete(kind)) this.shown.add(kind);
    this.fillLegend();
    this.redraw();
  }

  setMode(place) {
    this.mode = this.modes[place];
    this.shown.clear();
    byId('colour').value = place;
    this.fillLegend();
    this.panel.show(this.view.tree, this.view.chosen);
    this.redraw();
  }

  // Choosing and zooming.

  choose(view, i, reveal) {
    this.activate(this.views.indexOf(view));
    view.chosen = i;
    view.trail = [];
    if (i !== NONE && reveal) view.reveal(i, false);
    this.chooseTwin(view, i);
    this.panel.show(view.tree, i);
    byId('status').textContent = i === NONE ? '' : shortText(view.tree, i);
    document.body.dataset.chosen = i;
    this.redraw();
  }

  chooseTwin(view, i) {
    if (!this.comparison) return;
    const side = this.comparison.side(view.tree);
    const other = this.views[1 - side];
    other.chosen = i === NONE ? NONE : this.comparison.twin[side][i];
    if (other.chosen !== NONE) other.reveal(other.chosen, false);
  }

  twinText(tree, i) {
    if (!this.comparison) return '';
    const side = this.comparison.side(tree);
    const other = this.trees[1 - side];
    const twin = this.comparison.twin[side][i];
    if (twin === NONE) return `Not in ${other.about.recipe}.`;
    return `In ${other.about.recipe}: ${verdictText(other, twin)}, depth ${other.depth[twin]}; ${reasonText(other, twin)}.`;
  }

  zoom(view, i) {
    view.zoomTo(i);
    if (!this.comparison) return;
    const side = this.comparison.side(view.tree);
    const twin = i === NONE ? NONE : this.comparison.twin[side][i];
    if (i === NONE || twin !== NONE) this.views[1 - side].zoomTo(twin);
  }

  // To the narrowest node above the chosen one that holds more than what is shown.
  zoomOut() {
    const { view } = this;
    const { tree } = view;
    let at = view.chosen === NONE ? view.at(view.width / 2, -view.top) : view.chosen;
    while (at !== NONE && tree.nodes[at] <= (view.to - view.from) * 1.001) at = tree.parent[at];
    this.zoom(view, at);
  }

  goTo(view, i) {
    if (i === NONE) return;
    this.choose(view, i, true);
    this.zoom(view, view.tree.parent[i] === NONE ? i : view.tree.parent[i]);
  }

  compare() {
    if (this.comparison || this.trees.length < 2) return this.comparison;
    this.comparison = new Comparison(...this.trees);
    this.modes.push(differenceMode(this.comparison));
    this.fillModes();
    return this.comparison;
  }

  firstDifference() {
    const comparison = this.compare();
    if (!comparison) return;
    this.setMode(this.modes.length - 1);
    const { differs, left, right } = comparison.tallies;
    const [one, other] = this.trees.map((tree) => tree.about.recipe);
    byId('found').textContent = `${grouped(differs)} verdicts differ, ${grouped(left)} only in ${one}, ${grouped(right)} only in ${other}`;
    this.goTo(this.views[0], comparison.first);
  }

  otherSide() {
    if (!this.compare()) return;
    const number = 1 - this.active;
    this.views[number].canvas.focus();
    this.choose(this.views[number], this.views[number].chosen, true);
  }

  hover(icicle, i, event) {
    const tip = byId('tip');
    tip.hidden = i === NONE || !event || event.pointerType === 'touch';
    if (tip.hidden) return;
    tip.textContent = shortText(icicle.tree, i);
    tip.style.left = `${Math.min(event.clientX + 12, window.innerWidth - tip.offsetWidth - 6)}px`;
    tip.style.top = `${event.clientY + 16}px`;
  }

  // Finding.

  find(by) {
    const text = byId('find-text').value;
    if (text !== this.finder.text || this.finder.tree !== this.view.tree) {
      this.finder.tree = this.view.tree;
      this.finder.search(this.view.tree, text);
    }
    const hit = this.finder.step(by);
    byId('found').textContent = this.finder.words();
    this.goTo(this.view, hit);
  }

  // An address may end with #TREE.NODE.
  openFromAddress() {
    const named = /^#(\d+)\.(\d+)$/.exec(location.hash);
    if (!named) return;
    const view = this.views[Number(named[1])];
    const node = Number(named[2]);
    if (view && node < view.tree.count) this.goTo(view, node);
  }

  listen() {
    byId('iteration').addEventListener('change', (event) => this.iteration(Number(event.target.value)));
    byId('colour').addEventListener('change', (event) => this.setMode(Number(event.target.value)));
    byId('out').addEventListener('click', () => this.zoomOut());
    byId('whole').addEventListener('click', () => this.zoom(this.view, NONE));
    byId('difference').addEventListener('click', () => this.firstDifference());
    byId('help-open').addEventListener('click', () => byId('help').showModal());
    byId('gallery-open').addEventListener('click', () => openGallery(this));
    byId('find').addEventListener('submit', (event) => {
      event.preventDefault();
      this.find(1);
    });
    window.addEventListener('resize', () => this.resized());
    window.addEventListener('hashchange', () => this.openFromAddress());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw());
    document.addEventListener('keydown', (event) => pressed(this, event));
  }

  iteration(root) {
    this.zoom(this.views[0], root);
    if (root !== NONE) this.choose(this.views[0], root, true);
  }

  stepIteration(by) {
    const select = byId('iteration');
    const place = Math.min(select.options.length - 1, Math.max(0, select.selectedIndex + by));
    select.selectedIndex = place;
    this.iteration(Number(select.value));
  }
}

async function start() {
  const elements = [...document.querySelectorAll('script[type="application/octet-stream"]')];
  const bytes = await Promise.all(elements.map(unpack));
  performance.mark('unpacked');
  const trees = bytes.map((part, number) => new Tree(part, facts.trees[number]));
  performance.mark('read');
  window.explorer = new Explorer(trees);
  document.body.dataset.opened = performance.now().toFixed(0);
  if (trees.length > 1) setTimeout(() => window.explorer.compare(), 0);
}

start().catch((error) => {
  byId('panel').textContent = `This page cannot be shown: ${error.message}`;
  throw error;
});
