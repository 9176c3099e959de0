//! A thread answers a question about a node inside a tree.
use super::Search;
use crate::{
    alphabeta::alphabeta,
    answer::Before,
    doors::{Doors, Trial},
    game::{Game, Move, MoveOf, Position},
    id::{Id, Place},
    node::{Ask, Depth, Kind, Node, Permit, Score},
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
        };
        let score = score.filter(|_| !self.stopped());
        Some(Verdict { score, nodes: self.nodes(), cutters })
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
        let extension = prune::extension(self, (pos, &child), &Node::new(&ask), 0);
        self.push(pos, Some(m), &child, ask.ply);
        let open = ask.beta > ask.alpha + 1;
        let kind = if open { Kind::Pv } else { ask.kind.later_child() };
        let (alpha, beta, depth) = (-ask.beta, -ask.alpha, ask.depth - 1 + extension);
        let score = -alphabeta(self, &child, Ask { alpha, beta, depth, ply: ask.ply + 1, kind, ..ask });
        self.pop();
        Some(score)
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
