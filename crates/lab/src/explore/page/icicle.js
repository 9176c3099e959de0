// The picture of a tree: the root on top, every node as wide as it has nodes. Only boxes that
// can be seen are drawn; what is narrower than a pixel shares one with its neighbours.

const ROW = 19;
const LEAST_WIDTH = 0.6;
const TEXT_FROM = 26;
const LONG_TEXT_FROM = 300;
const DIMMED = 0.16;
const LEAST_RANGE = 4;

class Icicle {
  constructor(tree, element, hooks) {
    this.tree = tree;
    this.canvas = element;
    this.hooks = hooks;
    this.pen = element.getContext('2d');
    this.from = 0;
    this.to = tree.total;
    this.top = 0;
    this.chosen = NONE;
    this.trail = [];
    this.slowest = 0;
    this.widths = new Map();
    this.follow(element);
  }

  get mode() {
    return this.hooks.mode();
  }

  // Width and height in CSS pixels.
  measure() {
    const box = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
    if (this.canvas.width !== width * ratio || this.canvas.height !== height * ratio) {
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
    }
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    [this.width, this.height] = [width, height];
  }

  draw() {
    const begun = performance.now();
    this.measure();
    const style = getComputedStyle(document.body);
    this.edge = style.getPropertyValue('--edge');
    this.pen.clearRect(0, 0, this.width, this.height);
    this.pen.font = '12px system-ui, sans-serif';
    this.pen.textBaseline = 'middle';
    this.scale = this.width / (this.to - this.from);
    this.boxes = 0;
    for (const root of this.tree.roots) this.drawNode(root);
    for (const i of this.trail) this.outline(i, style.getPropertyValue('--trail'));
    if (this.chosen !== NONE) this.outline(this.chosen, style.getPropertyValue('--chosen'));
    this.slowest = Math.max(this.slowest, performance.now() - begun);
    document.body.dataset.slowest = Math.max(Number(document.body.dataset.slowest || 0), this.slowest).toFixed(1);
  }

  place(i) {
    const left = (this.tree.start[i] - this.from) * this.scale;
    return { left, right: left + this.tree.nodes[i] * this.scale, y: this.tree.level[i] * ROW - this.top };
  }

  drawNode(i) {
    const { left, right, y } = this.place(i);
    if (right < 0 || left > this.width || y > this.height) return;
    if (y + ROW > 0) this.drawBox(i, Math.max(left, -2), Math.min(right, this.width + 2), y);
    // Children that share a pixel are drawn once.
    let drawn = -1;
    for (let child = this.tree.first[i]; child !== NONE; child = this.tree.next[child]) {
      const end = (this.tree.start[child] + this.tree.nodes[child] - this.from) * this.scale;
      if (end < 0) continue;
      const begin = (this.tree.start[child] - this.from) * this.scale;
      if (begin > this.width) break;
      if (end - begin >= LEAST_WIDTH) {
        this.drawNode(child);
      } else if (begin - drawn >= 1) {
        const row = y + ROW;
        if (row + ROW > 0 && row < this.height) this.drawBox(child, begin, begin + 1, row);
        drawn = begin;
      }
    }
  }

  drawBox(i, left, right, y) {
    const { tree, mode, pen } = this;
    const kind = mode.of(tree, i);
    const dimmed = this.hooks.isDimmed(tree, i, kind);
    pen.globalAlpha = dimmed ? DIMMED : 1;
    pen.fillStyle = mode.classes[kind][1];
    const width = right - left;
    pen.fillRect(left, y, Math.max(width, 1), ROW - 1);
    this.boxes++;
    if (width > 3) {
      pen.fillStyle = this.edge;
      pen.fillRect(right - 1, y, 1, ROW - 1);
    }
    if (width > TEXT_FROM) {
      const begin = Math.max(left, 0);
      const room = Math.min(right, this.width) - begin - 6;
      pen.fillStyle = dimmed ? pen.fillStyle : mode.inks[kind];
      const text = room > LONG_TEXT_FROM ? shortText(tree, i) : tree.moveText(i);
      const fits = this.textWidth(text) <= room;
      if (fits) pen.fillText(text, begin + 4, y + ROW / 2);
      else if (room > LONG_TEXT_FROM) pen.fillText(text, begin + 4, y + ROW / 2, room);
    }
    pen.globalAlpha = 1;
  }

  // Measuring is slow, and moves come again and again.
  textWidth(text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      width = this.pen.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }

  outline(i, colour) {
    const { left, right, y } = this.place(i);
    if (right < 0 || left > this.width) return;
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = 2;
    const [begin, end] = [Math.max(left, -2), Math.min(Math.max(right, left + 3), this.width + 2)];
    this.pen.strokeRect(begin + 1, y, end - begin - 2, ROW - 1);
  }

  // The node under a point, or none.
  at(x, y) {
    const node = this.from + x / this.scale;
    const level = Math.floor((y + this.top) / ROW);
    const holds = (i) => node >= this.tree.start[i] && node < this.tree.start[i] + this.tree.nodes[i];
    let here = this.tree.roots.find(holds) ?? NONE;
    while (here !== NONE && this.tree.level[here] < level) {
      let child = this.tree.first[here];
      while (child !== NONE && !holds(child)) child = this.tree.next[child];
      here = child;
    }
    return here;
  }

  // Shows this part of the search.
  show(from, to) {
    const range = Math.max(to - from, LEAST_RANGE);
    const begin = Math.min(Math.max(0, from), Math.max(0, this.tree.total - range));
    [this.from, this.to] = [begin, Math.min(this.tree.total, begin + range)];
    this.hooks.redraw();
  }

  zoomTo(i) {
    if (i === NONE) {
      this.top = 0;
      return this.show(0, this.tree.total);
    }
    this.reveal(i, true);
    return this.show(this.tree.start[i], this.tree.start[i] + this.tree.nodes[i]);
  }

  zoom(factor, x) {
    const middle = this.from + x / this.scale;
    const range = Math.min(this.tree.total, (this.to - this.from) * factor);
    const from = middle - x / this.width * range;
    this.show(from, from + range);
  }

  // Scrolls until the row of a node can be seen, and moves sideways if it cannot.
  reveal(i, asTop) {
    const y = this.tree.level[i] * ROW;
    const most = Math.max(0, this.tree.depthOfLevels * ROW - this.height / 2);
    if (asTop || y < this.top || y + 2 * ROW > this.top + this.height) {
      this.top = Math.min(most, Math.max(0, y - this.height / 3));
    }
    const [start, end] = [this.tree.start[i], this.tree.start[i] + this.tree.nodes[i]];
    if (!asTop && (end < this.from || start > this.to)) {
      const range = this.to - this.from;
      const from = (start + end - range) / 2;
      [this.from, this.to] = [Math.max(0, from), Math.min(this.tree.total, Math.max(0, from) + range)];
    }
  }

  scroll(dx, dy) {
    const most = Math.max(0, (this.tree.depthOfLevels + 1) * ROW - this.height);
    this.top = Math.min(most, Math.max(0, this.top + dy));
    const nodes = dx / this.scale;
    this.show(this.from + nodes, this.to + nodes);
  }

  // Mouse, pen and fingers.
  follow(canvas) {
    let held = null;
    const local = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener('pointerdown', (event) => {
      held = { x: event.clientX, y: event.clientY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!held) return this.hooks.hover(this, this.at(...local(event)), event);
      const [dx, dy] = [held.x - event.clientX, held.y - event.clientY];
      if (!held.moved && Math.abs(dx) + Math.abs(dy) < 5) return undefined;
      Object.assign(held, { x: event.clientX, y: event.clientY, moved: true });
      return this.scroll(dx, dy);
    });
    canvas.addEventListener('pointerup', (event) => {
      if (held && !held.moved) this.hooks.choose(this, this.at(...local(event)));
      held = null;
    });
    canvas.addEventListener('pointercancel', () => { held = null; });
    canvas.addEventListener('pointerleave', () => this.hooks.hover(this, NONE));
    canvas.addEventListener('dblclick', (event) => this.zoomTo(this.at(...local(event))));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (event.shiftKey) this.scroll(event.deltaY, 0);
      else if (event.altKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.scroll(event.deltaX, 0);
      else this.zoom(Math.exp(event.deltaY * 0.002), local(event)[0]);
    }, { passive: false });
  }
}
