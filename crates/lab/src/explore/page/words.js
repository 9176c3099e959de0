// Nodes and moves in words, with the numbers that decided.

const grouped = (number) => Math.round(number).toLocaleString('en').replaceAll(',', '\u202f');

// Scores in the units of the search; a proven win by its plies.
function scoreText(score) {
  const { win, plies } = facts.scores;
  if (score > win) return 'above all';
  if (score < -win) return 'below all';
  if (score >= win - plies) return `win in ${win - score}`;
  if (score <= plies - win) return `loss in ${win + score}`;
  return score > 0 ? `+${score}` : `${score}`;
}

function windowText(tree, i) {
  return `${scoreText(tree.alpha[i])} … ${scoreText(tree.beta[i])}`;
}

function verdictText(tree, i) {
  const score = scoreText(tree.score[i]);
  if (tree.reason[i] === REASONS.indexOf('stopped')) return 'stopped';
  const bound = tree.bound(i);
  if (bound === BOUND.lower) return `at least ${score}: reaches beta`;
  if (bound === BOUND.upper) return `at most ${score}: stays below alpha`;
  return `exactly ${score}`;
}

// What a method that cut a node compared.
function cutText(tree, i) {
  const place = tree.method(i);
  const name = facts.methods[place].name;
  const [alpha, beta] = [tree.alpha[i], tree.beta[i]];
  const above = `eval ${tree.eval[i]} ≥ beta ${beta} + ${tree.margin[i]}`;
  if (name === 'reverse_futility' && tree.hasMargin(i)) return above;
  if (name === 'razoring' && tree.hasMargin(i)) {
    return `eval ${tree.eval[i]} + ${tree.margin[i]} ≤ alpha ${alpha}, and quiescence agreed: ${tree.score[i]}`;
  }
  const tried = tree.children(i);
  const nodes = tried.reduce((sum, child) => sum + tree.nodes[child], 0);
  const own = tried.length ? `, after ${tried.length} shallow ${tried.length === 1 ? 'search' : 'searches'} of ${grouped(nodes)} nodes` : '';
  const before = tree.hasMargin(i) ? above : tree.hasEval(i) ? `eval ${tree.eval[i]}, beta ${beta}` : `beta ${beta}`;
  return `${before}; found ${tree.score[i]}${own}`;
}

function reasonText(tree, i) {
  const place = tree.method(i);
  if (place !== NONE) return `${methodName(place)}: ${cutText(tree, i)}`;
  const reason = REASONS[tree.reason[i]];
  if (reason === 'searched') {
    const best = tree.children(i).filter((child) => tree.bound(i) === BOUND.lower && -tree.score[child] === tree.score[i]);
    return best.length ? `searched: ${tree.moveText(best[best.length - 1])} decided` : 'searched: all its moves';
  }
  const words = {
    'no moves': 'there was no move',
    table: 'the transposition table knew',
    'game over': 'the game was over, or the position repeated',
    'no better win': 'no better win was left in the window',
    known: 'endgame tables or a solver knew',
    stopped: 'the search was stopped here',
  };
  return words[reason];
}

// Why this visit happened at all.
function purposeText(tree, i) {
  if (tree.parent[i] === NONE) return 'root of an iteration';
  const parts = [];
  const probe = tree.probe[i];
  if (probe > 0) parts.push(`inside a search of ${methodName(probe - 1)}`);
  if (tree.without[i] > 0) parts.push(`without ${tree.about.moves[tree.without[i] - 1]}`);
  if (tree.rank[i] > 0) parts.push(`move ${tree.rank[i]} of its order`);
  return parts.join(', ');
}

// Depth, and how it came about.
function depthText(tree, i) {
  const above = tree.parent[i];
  if (above === NONE) return `${tree.depth[i]}`;
  const usual = tree.depth[above] - tree.shallower[above] - 1;
  const change = tree.depth[i] - usual;
  const note = change < 0 ? `, reduced by ${-change}` : change > 0 ? `, extended by ${change}` : '';
  return `${tree.depth[i]} (above ${tree.depth[above]})${note}${tree.shallower[i] ? `, made ${tree.shallower[i]} shallower` : ''}`;
}

// What a method that skipped a move compared.
function skipText(tree, at) {
  const { method, rank, history, flags, slack } = tree.skipped;
  const name = facts.methods[method[at]].name;
  const has = (flags[at] & 2) !== 0;
  const rest = (flags[at] & 1) !== 0 ? ', and later quiet ones' : '';
  if (name === 'late_move_count' && has) return `move ${rank[at]} > ${rank[at] - slack[at] - 1} allowed${rest}`;
  if (name === 'history_pruning' && has) return `history ${history[at]} is ${slack[at]} below its limit${rest}`;
  if (has) return `${slack[at]} beyond its margin${rest}`;
  return rest.slice(2);
}

// A box in a few words.
function shortText(tree, i) {
  const place = tree.method(i);
  const why = place !== NONE ? methodName(place) : REASONS[tree.reason[i]];
  const depth = tree.parent[i] === NONE ? '' : ` · depth ${tree.depth[i]}`;
  return `${tree.moveText(i)}${depth} · ${scoreText(tree.score[i])} · ${why} · ${grouped(tree.nodes[i])} nodes`;
}
