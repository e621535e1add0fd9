import { expect, test } from 'vitest';
import { buildCallTree, type CpuProfile, drawFlameGraph } from './flameGraph.ts';

const node = (id: number, functionName: string, children: readonly number[] = []) => ({
  id,
  callFrame: { functionName, url: 'file:///here/server/main.ts', lineNumber: 6 },
  children,
});

/** `quote` takes 400 µs, 300 of them in `price`; idle time takes another 400. */
const profile: CpuProfile = {
  nodes: [node(1, '(root)', [2, 4]), node(2, 'quote', [3]), node(3, 'price<Get>'), node(4, '(idle)')],
  samples: [2, 3, 4, 3],
  timeDeltas: [100, 200, 400, 100],
};

test('a frame’s time includes the functions that it calls, but no idle time', () => {
  const root = buildCallTree(profile);
  expect(root).toMatchObject({ microseconds: 400, own: 0 });
  expect(root.children).toMatchObject([
    { name: 'quote', microseconds: 400, own: 100, children: [{ name: 'price<Get>', microseconds: 300 }] },
  ]);
});

test('draws frames as wide as their time, with the file’s path in the project, and leaves out idle time', () => {
  const drawn = drawFlameGraph(profile, { title: 'quotes', root: '/here/' });
  expect(drawn).toContain('data-width="1200.000" data-name="price&#60;Get&#62;"');
  expect(drawn).toContain('price&#60;Get&#62; server/main.ts:7\n75.00 %, 0.3 ms, 0.3 ms in itself');
  expect(drawn).not.toContain('idle)');
});

test('draws Node’s native functions in another colour', () => {
  const native: CpuProfile = {
    nodes: [
      { ...node(1, '(root)', [2, 3]), callFrame: { functionName: '(root)', url: '', lineNumber: -1 } },
      node(2, 'quote'),
      { ...node(3, 'writev'), callFrame: { functionName: 'writev', url: '', lineNumber: -1 } },
    ],
    samples: [2, 3],
    timeDeltas: [100, 100],
  };
  const drawn = drawFlameGraph(native, { title: 'native', root: '/here/' });
  expect(drawn).toMatch(/data-name="quote"[^]*?fill="hsl\(32 /);
  expect(drawn).toMatch(/data-name="writev"[^]*?fill="hsl\(205 /);
});
