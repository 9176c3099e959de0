// Regretted cuts of an audit, worst first: where they were made and how far they travelled.

// The way from the root to the decision; nodes whose verdict changes without it are marked.
function travel(entry) {
  const steps = ['root', ...entry.line];
  const marks = steps.map((text, place) => {
    const changed = entry.changed[steps.length - 1 - place];
    return element('span', { class: changed ? 'changed' : 'unchanged', title: changed ? 'verdict changes' : 'verdict stays' }, text);
  });
  return element('p', { class: 'travel' }, ...marks);
}

function regretWords(entry) {
  const parts = [];
  if (entry.regret !== null) parts.push(entry.regret > 0 ? `the move without it is ${entry.regret} better` : `the move without it is ${-entry.regret} worse`);
  else if (entry.moved) parts.push('the move changes without it');
  else if (entry.root) parts.push('the value of the root changes without it');
  else parts.push('it does not reach the root');
  if (entry.loss !== null) parts.push(`${entry.loss} beyond the bound on the spot`);
  return parts.join('; ');
}

function galleryEntry(explorer, entry) {
  const method = entry.method.replaceAll('_', ' ');
  const frame = element('figure', {});
  frame.innerHTML = facts.picture.open + entry.picture.map((chunk) => facts.picture.chunks[chunk]).join('') + '</svg>';
  const eval_ = entry.eval === null ? '' : `, eval ${entry.eval}`;
  const show = entry.visit === null ? '' : element('button', { type: 'button', onclick: () => showEntry(explorer, entry) }, 'Show in the tree');
  return element('article', { class: 'regret' }, frame, element(
    'div', {},
    element('p', { class: 'verdict' }, `${method} ${entry.what}`),
    element('p', {}, regretWords(entry)),
    travel(entry),
    element('p', { class: 'soft' }, `${entry.recipe}, position ${entry.id}, iteration ${entry.iteration}, depth ${entry.depth}, window ${entry.alpha} … ${entry.beta}${eval_}`),
    show,
  ));
}

// The node of the decision, with the nodes above whose verdicts change outlined.
function showEntry(explorer, entry) {
  byId('gallery').close();
  const view = explorer.views[0];
  const path = view.tree.path(entry.visit).reverse();
  explorer.goTo(view, entry.visit);
  view.trail = path.filter((_, place) => entry.changed[place]);
  explorer.redraw();
}

function openGallery(explorer) {
  if (!facts.gallery.length) return;
  byId('gallery-list').replaceChildren(...facts.gallery.map((entry) => galleryEntry(explorer, entry)));
  byId('gallery').showModal();
}
