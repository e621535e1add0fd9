import { expect, test } from 'vitest';
import { splitOrderNumber } from './splitOrderNumber.ts';

test.each([
  ['7KQ2M4XD9TCBW5HE38RF', ['7KQ2M', '4XD9T', 'CBW5H', 'E38RF']],
  ['7KQ2M4X', ['7KQ2M', '4X']],
  ['', []],
])('splits %s into groups of five', (orderNo, groups) => {
  expect(splitOrderNumber(orderNo)).toEqual(groups);
});
