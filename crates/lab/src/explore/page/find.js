// Finding nodes by the method that cut them or skipped their moves, by a move, or by a key.

class Finder {
  constructor() {
    this.hits = [];
    this.place = NONE;
    this.text = '';
  }

  // All nodes of a tree that the text names.
  search(tree, text) {
    this.text = text;
    this.place = NONE;
    const wanted = text.trim().toLowerCase();
    this.hits = wanted === '' ? [] : this.byKey(tree, wanted) ?? this.byMethod(tree, wanted) ?? this.byMove(tree, wanted);
    return this.hits.length;
  }

  byKey(tree, wanted) {
    if (!/^[0-9a-f]{6,16}$/.test(wanted)) return null;
    const found = [];
    for (const [visit, board] of tree.board) {
      if (tree.keys[board].startsWith(wanted)) found.push(visit);
    }
    return found.length ? found : null;
  }

  byMethod(tree, wanted) {
    const plain = wanted.replaceAll('_', ' ');
    const reason = REASONS.indexOf(plain);
    const method = facts.methods.findIndex((_, place) => methodName(place) === plain || methodName(place).startsWith(plain));
    if (reason === NONE && method === NONE) return null;
    const asked = reason !== NONE ? reason : method + REASONS.length;
    const found = [];
    for (let i = 0; i < tree.count; i++) if (tree.reason[i] === asked) found.push(i);
    if (method !== NONE && !found.length) {
      const { visit, method: by } = tree.skipped;
      for (let at = 0; at < visit.length; at++) {
        if (by[at] === method && found[found.length - 1] !== visit[at]) found.push(visit[at]);
      }
    }
    return found;
  }

  byMove(tree, wanted) {
    const move = tree.about.moves.findIndex((text) => text.toLowerCase() === wanted);
    if (move === NONE) return [];
    const found = [];
    for (let i = 0; i < tree.count; i++) if (tree.move[i] === move + 2) found.push(i);
    return found;
  }

  // The next hit, or the one before.
  step(by) {
    if (!this.hits.length) return NONE;
    this.place = (this.place + by + this.hits.length) % this.hits.length;
    if (this.place < 0) this.place = 0;
    return this.hits[this.place];
  }

  words() {
    if (this.text.trim() === '') return '';
    if (!this.hits.length) return 'nothing found';
    return this.place === NONE ? grouped(this.hits.length) : `${grouped(this.place + 1)} of ${grouped(this.hits.length)}`;
  }
}
