import { expect, test } from 'vitest';
import { formerToken } from './formerToken.ts';

test.each([
  ['', '', '', ''],
  ['', '', 'tab', 'tab'],
  ['', 'link', 'tab', 'link'],
  ['shop', '', 'tab', ''],
  ['shop', 'link', 'tab', ''],
])('a link of "%s" with the token "%s", in a tab with "%s", follows "%s"', (partnerId, token, quoteToken, former) => {
  expect(formerToken({ partnerId, token }, { quoteToken })).toBe(former);
});
