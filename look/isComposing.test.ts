import { expect, test } from 'vitest';
import { isComposing } from './isComposing.ts';

test.each([
  ['Enter', { isComposing: false, keyCode: 13 }, false],
  ['Enter during a composition', { isComposing: true, keyCode: 13 }, true],
  ['Enter that accepts a composition in Safari', { isComposing: false, keyCode: 229 }, true],
])('%s', (_key, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});
