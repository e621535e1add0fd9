import { expect, test } from 'vitest';
import { splitTimeLeft } from './splitTimeLeft.ts';

test.each([
  [3 * 86_400, { kind: 'days', days: 3, hours: 0 }],
  [3 * 86_400 - 1, { kind: 'days', days: 2, hours: 23 }],
  [86_400 - 1, { kind: 'hours', hours: 23, minutes: 59 }],
  [3600, { kind: 'hours', hours: 1, minutes: 0 }],
  [3599, { kind: 'minutes', minutes: 59 }],
  [30, { kind: 'minutes', minutes: 0 }],
  [0, { kind: 'over' }],
])('splits %i seconds', (seconds, left) => {
  expect(splitTimeLeft(seconds)).toEqual(left);
});
