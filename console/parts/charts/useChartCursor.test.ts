import { expect, test } from 'vitest';
import { moveCursor } from './useChartCursor.ts';

test.each([
  ['ArrowLeft', undefined, 5],
  ['ArrowRight', undefined, 5],
  ['ArrowLeft', 5, 4],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 5, 5],
  ['Home', 3, 0],
  ['End', 3, 5],
  ['Escape', 3, 'away'],
  ['Escape', undefined, undefined],
  ['Tab', 3, undefined],
] as const)('%s at %s moves the cursor to %s', (key, at, to) => {
  expect(moveCursor(key, at, 5)).toBe(to);
});

test('does not move the cursor of a chart without values', () => {
  expect(moveCursor('ArrowLeft', undefined, -1)).toBeUndefined();
});
