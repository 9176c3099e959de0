// What a colour means, and which nodes have it. A mode sorts every node into one class.

// The hues of methods keep apart from those of searched nodes, which are blue and grey.
const METHOD_COLOURS = [
  '#d9480f', '#a61e4d', '#2b8a3e', '#862e9c', '#b35c00', '#5f3dc4', '#66a80f', '#c2255c', '#0b7285',
  '#e8590c', '#9c36b5', '#5c940d', '#d6336c', '#087f5b', '#e67700', '#7048e8', '#846358',
];
const CLASSES_OF_REASON = [
  ['reached beta', '#4c8ed9'],
  ['stayed below alpha', '#8fa3b8'],
  ['inside the window', '#f0b429'],
  ['no moves', '#444b52'],
  ['table', '#c3c9cf'],
  ['game over', '#2f3439'],
  ['no better win', '#59636d'],
  ['known', '#7d6b52'],
  ['stopped', '#e03131'],
];

const methodName = (place) => facts.methods[place].name.replaceAll('_', ' ');

function reasonClasses() {
  const methods = facts.methods.map((method, place) => [methodName(place), METHOD_COLOURS[place % METHOD_COLOURS.length]]);
  return CLASSES_OF_REASON.concat(methods);
}

function reasonOf(tree, i) {
  const reason = tree.reason[i];
  if (reason > 0) return 2 + reason;
  const bound = tree.bound(i);
  return bound === BOUND.lower ? 0 : bound === BOUND.upper ? 1 : 2;
}

// Far is more than the game's unit: a pawn, a disc, a step.
function valueOf(tree, i) {
  if (tree.score[i] >= tree.beta[i]) return tree.score[i] - tree.beta[i] > facts.unit ? 0 : 1;
  if (tree.score[i] <= tree.alpha[i]) return tree.alpha[i] - tree.score[i] > facts.unit ? 4 : 3;
  return 2;
}

const MODES = [
  { name: 'reason', classes: reasonClasses(), of: reasonOf },
  {
    name: 'expected kind',
    classes: [['principal', '#f0b429'], ['cut', '#4c8ed9'], ['all', '#8fa3b8']],
    of: (tree, i) => tree.kind(i),
  },
  {
    name: 'value against window',
    classes: [
      ['far above beta', '#1864ab'], ['reached beta', '#74b0e8'], ['inside', '#f0b429'],
      ['below alpha', '#dba49a'], ['far below alpha', '#a83232'],
    ],
    of: valueOf,
  },
];

// Black or white, whichever can be read.
function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return red * 299 + green * 587 + blue * 114 > 140000 ? '#000' : '#fff';
}

for (const mode of MODES) mode.inks = mode.classes.map(([, colour]) => inkOn(colour));

// How many nodes each class has.
function counts(tree, mode) {
  const sums = new Float64Array(mode.classes.length);
  for (let i = 0; i < tree.count; i++) sums[mode.of(tree, i)]++;
  return sums;
}
