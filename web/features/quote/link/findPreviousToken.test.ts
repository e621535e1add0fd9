import { expect, test } from 'vitest';
import { findPreviousToken } from './findPreviousToken.ts';

test.each([
  ['', '', '', ''],
  ['', '', 'tab', 'tab'],
  ['', 'link', 'tab', 'link'],
  ['shop', '', 'tab', ''],
  ['shop', 'link', 'tab', ''],
])(
  'a link of the partner "%s" with the token "%s", in a tab with the token "%s", continues the quote "%s"',
  (partnerId, token, quoteToken, previousToken) => {
    expect(findPreviousToken({ partnerId, token }, { quoteToken })).toBe(previousToken);
  },
);
