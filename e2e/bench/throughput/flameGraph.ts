/**
 * A profile in the format of `node --cpu-prof`: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */
export type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  /** The node that was running at each sample, and the microseconds since the previous sample. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

export type Frame = {
  readonly name: string;
  readonly place: string;
  /** Total time including callees; `own` is the time in the frame itself. */
  readonly microseconds: number;
  readonly own: number;
  readonly children: readonly Frame[];
};

const IDLE = new Set(['(idle)', '(program)']);
const WIDTH = 1_600;
const ROW_HEIGHT = 18;
const CHARACTER_WIDTH = 6.6;
/** A narrower frame, in pixels, would be invisible: it and its callees are not drawn. */
const MIN_WIDTH = 0.4;
const NATIVE = 'node:';
const HUES: readonly [pattern: RegExp, hue: number][] = [
  [/\(garbage collector\)/, 0],
  [/^node:/, 205],
  [/node_modules/, 265],
];
const PRODUCT_HUE = 32;

/** Builds the call tree with times: each node of the profile becomes a frame. Idle time is left out. */
export function buildCallTree({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const findFrame = (id: number): Frame => {
    const node = byId.get(id);
    if (!node) throw new RangeError(`the profile has no node ${id}`);
    const { functionName, url, lineNumber } = node.callFrame;
    const children = (node.children ?? []).map(findFrame).filter(({ name }) => !IDLE.has(name));
    const ownTime = own.get(id) ?? 0;
    return {
      name: functionName || '(anonymous)',
      place: url && `${url.replace(/^file:\/\//, '')}:${lineNumber + 1}`,
      microseconds: children.reduce((sum, child) => sum + child.microseconds, ownTime),
      own: ownTime,
      children: children.toSorted((one, other) => other.microseconds - one.microseconds),
    };
  };
  const root = nodes[0];
  if (!root) throw new RangeError('the profile is empty');
  return findFrame(root.id);
}

/** Draws a self-contained HTML page: a click zooms into a frame, a click on the root zooms out. */
export function drawFlameGraph(
  profile: CpuProfile,
  { title, root }: { readonly title: string; readonly root: string },
) {
  const frames = buildCallTree(profile);
  const shapes: string[] = [];
  let depthCount = 0;
  const draw = (frame: Frame, from: number, depth: number): void => {
    const width = (frame.microseconds / frames.microseconds) * WIDTH;
    if (width < MIN_WIDTH) return;
    depthCount = Math.max(depthCount, depth + 1);
    shapes.push(drawFrame(frame, { from, width, depth, share: frame.microseconds / frames.microseconds, root }));
    let left = from;
    for (const child of frame.children) {
      draw(child, left, depth + 1);
      left += (child.microseconds / frames.microseconds) * WIDTH;
    }
  };
  draw(frames, 0, 0);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>body{font:13px system-ui;margin:12px}svg{width:100%;height:auto}text{font:11px monospace;pointer-events:none}rect{stroke:#fff;stroke-width:.5}g{cursor:pointer}</style>
<h1 style="font-size:16px">${escapeHtml(title)}</h1>
<p>${(frames.microseconds / 1e6).toFixed(1)} s of a processor, idle time left out. Orange: the product; violet: packages; blue: Node; red: garbage collection. A click widens a frame, one on the lowest goes back.</p>
<svg viewBox="0 0 ${WIDTH} ${depthCount * ROW_HEIGHT}" xmlns="http://www.w3.org/2000/svg">
${shapes.join('\n')}
</svg>
<script>
const frames = [...document.querySelectorAll('g')].map((g) => ({ g, from: +g.dataset.from, width: +g.dataset.width, name: g.dataset.name }));
const show = (from, width) => {
  for (const { g, name, ...frame } of frames) {
    const left = Math.max(0, (frame.from - from) / width * ${WIDTH});
    const right = Math.min(${WIDTH}, (frame.from + frame.width - from) / width * ${WIDTH});
    g.style.display = right - left < ${MIN_WIDTH} ? 'none' : '';
    g.children[1].setAttribute('x', left);
    g.children[1].setAttribute('width', Math.max(0, right - left));
    g.children[2].setAttribute('x', left + 3);
    g.children[2].textContent = name.slice(0, Math.max(0, Math.floor((right - left - 6) / ${CHARACTER_WIDTH})));
  }
};
for (const { g, from, width } of frames) g.onclick = () => show(from, width);
</script>
</html>
`;
}

type FrameBox = {
  readonly from: number;
  readonly width: number;
  readonly depth: number;
  readonly share: number;
  readonly root: string;
};

function drawFrame(frame: Frame, { from, width, depth, share, root }: FrameBox): string {
  const place = frame.place.replace(root, '');
  // Functions compiled into Node have no file, and V8 puts its internal entries in brackets.
  const hue = HUES.find(([pattern]) => pattern.test(place || NATIVE) || pattern.test(frame.name))?.[1] ?? PRODUCT_HUE;
  const ms = (microseconds: number) => `${(microseconds / 1000).toFixed(1)} ms`;
  const tooltip = `${frame.name} ${place}\n${(share * 100).toFixed(2)} %, ${ms(frame.microseconds)}, ${ms(frame.own)} in itself`;
  const shown = frame.name.slice(0, Math.max(0, Math.floor((width - 6) / CHARACTER_WIDTH)));
  const y = depth * ROW_HEIGHT;
  return `<g data-from="${from.toFixed(3)}" data-width="${width.toFixed(3)}" data-name="${escapeHtml(frame.name)}"><title>${escapeHtml(tooltip)}</title><rect x="${from.toFixed(2)}" y="${y}" width="${width.toFixed(2)}" height="${ROW_HEIGHT}" fill="hsl(${hue} 75% ${70 + (depth % 3) * 4}%)"/><text x="${(from + 3).toFixed(2)}" y="${y + 13}">${escapeHtml(shown)}</text></g>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
