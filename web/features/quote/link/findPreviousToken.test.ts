import { expect, test } from 'vitest';
import { findPreviousToken } from './findPreviousToken.ts';

test.each([
  ['', '', '', ''],
  ['', '', 'tab', 'tab'],
  ['', 'link', 'tab', 'link'],
  ['shop', '', 'tab', ''],
  ['shop', 'link', 'tab', ''],
])('a link of "%s" with the token "%s", in a tab with "%s", follows "%s"', (partnerId, token, quoteToken, former) => {
  expect(findPreviousToken({ partnerId, token }, { quoteToken })).toBe(former);
});
