/** As `node --cpu-prof` writes it: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
export type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  /** The node that was at work at each sample, and the microseconds since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

export type Frame = {
  readonly name: string;
  readonly place: string;
  /** With all that it called, and in it alone. */
  readonly microseconds: number;
  readonly own: number;
  readonly children: readonly Frame[];
};

const IDLE = new Set(['(idle)', '(program)']);
const WIDTH = 1_600;
const ROW = 18;
const LETTER = 6.6;
/** What is narrower cannot be seen. */
const LEAST_WIDTH = 0.4;
const NATIVE = 'node:';
const HUES: readonly [pattern: RegExp, hue: number][] = [
  [/\(garbage collector\)/, 0],
  [/^node:/, 205],
  [/node_modules/, 265],
];
const OWN_HUE = 32;

/** What called what, and how long; calls of the same function by the same way are one frame, and idle time is left out. */
export function framesOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frameOf = (id: number): Frame => {
    const node = byId.get(id);
    if (!node) throw new RangeError(`the profile has no node ${id}`);
    const { functionName, url, lineNumber } = node.callFrame;
    const children = (node.children ?? []).map(frameOf).filter(({ name }) => !IDLE.has(name));
    const mine = own.get(id) ?? 0;
    return {
      name: functionName || '(anonymous)',
      place: url && `${url.replace(/^file:\/\//, '')}:${lineNumber + 1}`,
      microseconds: children.reduce((sum, child) => sum + child.microseconds, mine),
      own: mine,
      children: children.toSorted((one, other) => other.microseconds - one.microseconds),
    };
  };
  const root = nodes[0];
  if (!root) throw new RangeError('the profile is empty');
  return frameOf(root.id);
}

/** One page that needs nothing else: a click widens a frame, one on the lowest goes back. */
export function drawFlameGraph(
  profile: CpuProfile,
  { title, root }: { readonly title: string; readonly root: string },
) {
  const frames = framesOf(profile);
  const shapes: string[] = [];
  let depths = 0;
  const draw = (frame: Frame, from: number, depth: number): void => {
    const width = (frame.microseconds / frames.microseconds) * WIDTH;
    if (width < LEAST_WIDTH) return;
    depths = Math.max(depths, depth + 1);
    shapes.push(shapeOf(frame, { from, width, depth, share: frame.microseconds / frames.microseconds, root }));
    let left = from;
    for (const child of frame.children) {
      draw(child, left, depth + 1);
      left += (child.microseconds / frames.microseconds) * WIDTH;
    }
  };
  draw(frames, 0, 0);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:13px system-ui;margin:12px}svg{width:100%;height:auto}text{font:11px monospace;pointer-events:none}rect{stroke:#fff;stroke-width:.5}g{cursor:pointer}</style>
<h1 style="font-size:16px">${escaped(title)}</h1>
<p>${(frames.microseconds / 1e6).toFixed(1)} s of a processor, idle time left out. Orange: the product; violet: packages; blue: Node; red: garbage collection. A click widens a frame, one on the lowest goes back.</p>
<svg viewBox="0 0 ${WIDTH} ${depths * ROW}" xmlns="http://www.w3.org/2000/svg">
${shapes.join('\n')}
</svg>
<script>
const frames = [...document.querySelectorAll('g')].map((g) => ({ g, from: +g.dataset.from, width: +g.dataset.width, name: g.dataset.name }));
const show = (from, width) => {
  for (const { g, name, ...frame } of frames) {
    const left = Math.max(0, (frame.from - from) / width * ${WIDTH});
    const right = Math.min(${WIDTH}, (frame.from + frame.width - from) / width * ${WIDTH});
    g.style.display = right - left < ${LEAST_WIDTH} ? 'none' : '';
    g.children[1].setAttribute('x', left);
    g.children[1].setAttribute('width', Math.max(0, right - left));
    g.children[2].setAttribute('x', left + 3);
    g.children[2].textContent = name.slice(0, Math.max(0, Math.floor((right - left - 6) / ${LETTER})));
  }
};
for (const { g, from, width } of frames) g.onclick = () => show(from, width);
</script>
</html>
`;
}

type Shape = {
  readonly from: number;
  readonly width: number;
  readonly depth: number;
  readonly share: number;
  readonly root: string;
};

function shapeOf(frame: Frame, { from, width, depth, share, root }: Shape): string {
  const place = frame.place.replace(root, '');
  // What is compiled into Node has no place, and V8's own parts are in brackets.
  const hue = HUES.find(([pattern]) => pattern.test(place || NATIVE) || pattern.test(frame.name))?.[1] ?? OWN_HUE;
  const ms = (microseconds: number) => `${(microseconds / 1000).toFixed(1)} ms`;
  const said = `${frame.name} ${place}\n${(share * 100).toFixed(2)} %, ${ms(frame.microseconds)}, ${ms(frame.own)} in itself`;
  const shown = frame.name.slice(0, Math.max(0, Math.floor((width - 6) / LETTER)));
  const y = depth * ROW;
  return `<g data-from="${from.toFixed(3)}" data-width="${width.toFixed(3)}" data-name="${escaped(frame.name)}"><title>${escaped(said)}</title><rect x="${from.toFixed(2)}" y="${y}" width="${width.toFixed(2)}" height="${ROW}" fill="hsl(${hue} 75% ${70 + (depth % 3) * 4}%)"/><text x="${(from + 3).toFixed(2)}" y="${y + 13}">${escaped(shown)}</text></g>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
