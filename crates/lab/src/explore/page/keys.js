// The keyboard.

function widest(tree, i) {
  if (i === NONE) return tree.widestRoot();
  return tree.children(i).reduce((best, child) => (best === NONE || tree.nodes[child] > tree.nodes[best] ? child : best), NONE);
}

// What each key does with the view at hand and the node chosen in it.
const KEYS = {
  ArrowUp: (explorer, { tree, chosen }) => chosen === NONE ? NONE : tree.parent[chosen],
  ArrowDown: (explorer, { tree, chosen }) => chosen === NONE ? tree.widestRoot() : tree.first[chosen],
  ArrowLeft: (explorer, { tree, chosen }) => chosen === NONE ? NONE : tree.before(chosen),
  ArrowRight: (explorer, { tree, chosen }) => chosen === NONE ? NONE : tree.after(chosen),
  w: (explorer, { tree, chosen }) => widest(tree, chosen),
};
const ACTS = {
  Enter: (explorer, view) => explorer.zoom(view, view.chosen),
  Backspace: (explorer) => explorer.zoomOut(),
  Escape: (explorer) => explorer.zoomOut(),
  Home: (explorer, view) => explorer.zoom(view, NONE),
  '+': (explorer, view) => view.zoom(0.7, view.width / 2),
  '=': (explorer, view) => view.zoom(0.7, view.width / 2),
  '-': (explorer, view) => view.zoom(1 / 0.7, view.width / 2),
  '[': (explorer) => explorer.stepIteration(-1),
  ']': (explorer) => explorer.stepIteration(1),
  c: (explorer) => explorer.setMode((explorer.modes.indexOf(explorer.mode) + 1) % explorer.modes.length),
  '/': () => byId('find-text').focus(),
  n: (explorer) => explorer.find(1),
  N: (explorer) => explorer.find(-1),
  d: (explorer) => explorer.firstDifference(),
  x: (explorer) => explorer.otherSide(),
  g: (explorer) => openGallery(explorer),
  p: () => byId('copy-position')?.click(),
  '?': () => byId('help').showModal(),
};

function pressed(explorer, event) {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (typing && event.key === 'Escape') event.target.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (event.key === 'Enter' && event.target.tagName === 'BUTTON') return;
  const { view } = explorer;
  if (Object.hasOwn(KEYS, event.key)) {
    event.preventDefault();
    const next = KEYS[event.key](explorer, view);
    if (next !== NONE && next !== undefined) explorer.choose(view, next, true);
  } else if (Object.hasOwn(ACTS, event.key)) {
    event.preventDefault();
    ACTS[event.key](explorer, view);
  }
}
