// Two searches side by side: which nodes are in both, and where their verdicts differ. Nodes
// are the same if they lie on the same path of the same iteration.

const SAME = 0;
const DIFFERS = 1;
const ALONE = 2;

// What tells a child from its siblings; a move that is searched again comes as another.
function childNames(tree, parent) {
  const names = new Map();
  for (const child of parent === NONE ? tree.roots : tree.children(parent)) {
    const root = parent === NONE ? `${tree.depth[child]}/` : '';
    const base = `${root}${tree.moveText(child)}/${tree.probe[child]}/${tree.without[child] > 0}`;
    let turn = 1;
    while (names.has(`${base}/${turn}`)) turn++;
    names.set(`${base}/${turn}`, child);
  }
  return names;
}

class Comparison {
  constructor(left, right) {
    this.trees = [left, right];
    this.twin = [left, right].map((tree) => new Int32Array(tree.count).fill(NONE));
    this.state = [left, right].map((tree) => new Uint8Array(tree.count).fill(ALONE));
    this.first = NONE;
    this.tallies = { differs: 0, left: 0, right: 0 };
    this.match(NONE, NONE);
    this.tallies.left = this.state[0].reduce((sum, state) => sum + (state === ALONE ? 1 : 0), 0);
    this.tallies.right = this.state[1].reduce((sum, state) => sum + (state === ALONE ? 1 : 0), 0);
    this.first = this.firstDifference();
  }

  match(left, right) {
    const waiting = [[left, right]];
    while (waiting.length) {
      const [one, other] = waiting.pop();
      const names = childNames(this.trees[1], other);
      for (const [name, child] of childNames(this.trees[0], one)) {
        const twin = names.get(name);
        if (twin === undefined) continue;
        this.twin[0][child] = twin;
        this.twin[1][twin] = child;
        const state = this.trees[0].bound(child) === this.trees[1].bound(twin) ? SAME : DIFFERS;
        this.state[0][child] = state;
        this.state[1][twin] = state;
        if (state === DIFFERS) this.tallies.differs++;
        waiting.push([child, twin]);
      }
    }
  }

  // The first node, in the order of the search, whose verdict differs; or that is alone.
  firstDifference() {
    const differs = this.state[0].indexOf(DIFFERS);
    return differs !== NONE ? differs : this.state[0].indexOf(ALONE);
  }

  side(tree) {
    return this.trees.indexOf(tree);
  }
}

function differenceMode(comparison) {
  const classes = [['in both', '#a9b4bf'], ['verdict differs', '#d6336c'], ['only here', '#e8890c']];
  const of = (tree, i) => comparison.state[comparison.side(tree)][i];
  return { name: 'difference', classes, of, inks: classes.map(([, colour]) => inkOn(colour)) };
}
