import { expect, test } from 'vitest';
import { findIsolatedPoints } from './findIsolatedPoints.ts';

test.each([
  [[7], [0]],
  [[], []],
  [[1, 2, 3], []],
  [[1, null, 3, 4], [0]],
  [
    [null, 2, null, null, 5],
    [1, 4],
  ],
])('the values %j have isolated points at %j', (values, lone) => {
  expect(findIsolatedPoints(values)).toEqual(lone);
});
