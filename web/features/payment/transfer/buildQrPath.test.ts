import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { buildQrPath } from './buildQrPath.ts';

/** Returns which modules the bars of a path cover. */
function findCoveredModules(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    expect(back).toBe(x);
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return modules;
}

test('draws every module as encoded', () => {
  const { data, size } = encode('BCD\n002\n1\nSCT', { ecc: 'M', border: 4 });
  expect(findCoveredModules(buildQrPath(data), size)).toEqual(data);
});

test('ends a run at the edge', () => {
  expect(buildQrPath([[false, true, true]])).toBe('M1 0h2v1H1z');
});
