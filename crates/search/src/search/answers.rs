//! A thread answers a question about a node inside a tree.
use super::Search;
use crate::{
    alphabeta::alphabeta,
    answer::Before,
    doors::{Doors, Trial},
    game::{Evaluator, Game, Move, MoveOf, Position},
    id::{Id, Place},
    node::{Ask, BEST_EVAL, Bound, Depth, Kind, Node, Permit, Score, to_node, to_root},
    prune,
    question::{Asked, Question, Verdict},
    watch::{Decision, Left, Look, NodeFacts, Ruling, Step, Watch, Watching},
};

/// Lets no method end the first node before its moves.
#[derive(Default)]
struct Bare {
    inside: usize,
}

impl Watch for Bare {
    fn enter(&mut self, _n: &NodeFacts) {
        self.inside += 1;
    }

    fn answer(&mut self, _n: &NodeFacts, decision: &Decision, _look: &dyn Look) -> Ruling {
        let ends = self.inside == 1 && decision.id.place() == Place::BeforeMoves;
        if ends { Ruling::Overruled } else { Ruling::Stands }
    }

    fn leave(&mut self, _n: &NodeFacts, _left: &Left) {
        self.inside -= 1;
    }
}

impl<G: Game> Search<'_, G> {
    /// Answers a question about a node below `root`; `None`: the path cannot be played.
    pub(crate) fn answer(&mut self, root: &G::Position, question: &Question) -> Option<Verdict> {
        self.iteration = question.iteration;
        let mut moves = Vec::new();
        root.legal_moves(&mut moves);
        self.root.moves = moves.into_iter().map(|m| (m, 0)).collect();
        let pos = self.walk(root, &question.path)?;
        let ask = Ask {
            alpha: question.alpha,
            beta: question.beta,
            depth: question.depth,
            ply: question.path.len() as i32,
            kind: question.kind,
            permit: Permit::ALL,
            without: MoveOf::<G>::default(),
        };
        let mut cutters = Vec::new();
        let mut predicted = None;
        let score = match question.asked {
            Asked::Score => Some(alphabeta(self, &pos, ask)),
            Asked::Moves => Some(self.bare(&pos, ask)),
            Asked::Move(bits) => Some(self.one_move(&pos, ask, MoveOf::<G>::from_bits(bits))?),
            Asked::Method(id) => {
                let n = self.node(&pos, ask, question);
                self.method(&pos, &n, id)
            }
            Asked::Cutters(most, plies) => {
                let n = self.node(&pos, ask, question);
                cutters = self.cutters(&pos, &n, most, plies);
                None
            }
            Asked::Exact => self.exact(&pos, ask),
            Asked::Prediction => {
                predicted = self.prediction(&pos, ask).filter(|_| !self.stopped());
                None
            }
        };
        let score = score.filter(|_| !self.stopped());
        let to_the_end = pos.plies_left().is_some_and(|left| left <= question.depth);
        Some(Verdict { score, nodes: self.nodes(), cutters, predicted, to_the_end })
    }

    /// Goes down the path from the root.
    fn walk(&mut self, root: &G::Position, path: &[Step]) -> Option<G::Position> {
        let mut pos = root.clone();
        for (ply, step) in (0..).zip(path) {
            let eval = if pos.forced() { None } else { Some(self.evaluate(&pos)) };
            self.note_eval(ply, eval);
            let (m, child) = match *step {
                Step::Root => return None,
                Step::Pass => (None, pos.pass()?),
                Step::Move(bits) => {
                    let m = MoveOf::<G>::from_bits(bits);
                    (Some(m), pos.is_legal(m).then(|| pos.play(m))?)
                }
            };
            self.push(&pos, m, &child, ply);
            pos = child;
        }
        Some(pos)
    }

    fn bare(&mut self, pos: &G::Position, ask: Ask<MoveOf<G>>) -> Score {
        let watching = Some(Box::new(Watching::new(Box::<Bare>::default())));
        let before = std::mem::replace(&mut self.memory.watching, watching);
        let score = alphabeta(self, pos, ask);
        self.memory.watching = before;
        score
    }

    /// The score of one move, as the last of the node would be searched without reduction.
    fn one_move(&mut self, pos: &G::Position, ask: Ask<MoveOf<G>>, m: MoveOf<G>) -> Option<Score> {
        let child = pos.is_legal(m).then(|| pos.play(m))?;
        let extension = prune::extension::<G, false>(self, (pos, &child), &Node::new(&ask), 0);
        self.push(pos, Some(m), &child, ask.ply);
        let open = ask.beta > ask.alpha + 1;
        let kind = if open { Kind::Pv } else { ask.kind.later_child() };
        let (alpha, beta, depth) = (-ask.beta, -ask.alpha, ask.depth - 1 + extension);
        let score = -alphabeta(self, &child, Ask { alpha, beta, depth, ply: ask.ply + 1, kind, ..ask });
        self.pop();
        Some(score)
    }

    /// What endgame tables or a solver know, however early in the game.
    fn exact(&mut self, pos: &G::Position, ask: Ask<MoveOf<G>>) -> Option<Score> {
        if let Some(score) = self.game_over(pos, ask.ply) {
            return Some(score);
        }
        let (alpha, beta) = (to_node(ask.alpha, ask.ply), to_node(ask.beta, ask.ply));
        let stopper = &mut self.stopper;
        let mut stop = |nodes| stopper.count_solver(nodes);
        let settled = self.memory.evaluator.settle(pos, alpha, beta, ask.depth, &mut stop)?;
        let score = to_root(settled.score, ask.ply);
        let tells = match settled.bound {
            Bound::Exact => true,
            Bound::Lower => score >= ask.beta,
            Bound::Upper => score <= ask.alpha,
            Bound::None => false,
        };
        tells.then_some(score)
    }

    /// What the first pair of ProbCut's model says of the node, in standard deviations.
    fn prediction(&mut self, pos: &G::Position, ask: Ask<MoveOf<G>>) -> Option<f64> {
        let pair = self.knowledge.prob_cut.search(pos.stage(), ask.depth, 0)?;
        let open = Ask { alpha: -BEST_EVAL, beta: BEST_EVAL, depth: pair.shallow, kind: Kind::Pv, ..ask };
        let shallow = f64::from(alphabeta(self, pos, open));
        Some((pair.slope * shallow + pair.offset - f64::from(ask.beta)) / pair.deviation)
    }

    /// The node with the facts that methods ask for.
    fn node(&mut self, pos: &G::Position, ask: Ask<MoveOf<G>>, question: &Question) -> Node<MoveOf<G>> {
        let mut n = Node::new(&ask);
        n.forced = pos.forced();
        if !n.forced {
            n.eval = question.eval.or_else(|| Some(self.evaluate(pos)));
            n.improving = question.improving;
        }
        n
    }

    fn method(&mut self, pos: &G::Position, n: &Node<MoveOf<G>>, id: Id) -> Option<Score> {
        match prune::consult(self, pos, n, id) {
            Before::Cut(score) | Before::CutAndStore(score, _) => Some(score),
            Before::Search | Before::Reduce(..) => None,
        }
    }

    fn cutters(&mut self, pos: &G::Position, n: &Node<MoveOf<G>>, most: usize, plies: Depth) -> Vec<bool> {
        let mut found = Vec::new();
        let mut picker = self.picker(n);
        while found.len() < most && !self.stopped() {
            let Some(m) = self.next(&mut picker, pos) else { break };
            let trial = Trial { depth: n.depth - 1 - plies, ..Trial::new(Id::MultiCut, n) };
            found.push(self.try_child(pos, n, Some(m), &pos.play(m), trial) >= n.beta);
        }
        self.put_back(picker);
        found
    }
}
