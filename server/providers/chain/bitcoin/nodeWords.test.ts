import { expect, test } from 'vitest';
import { wordsOf } from '../readMeaning.ts';
import { meaningOf, nodeWords } from './nodeWords.ts';

test.each(wordsOf(nodeWords))('$client: "$word" means $meaning', ({ word, meaning }) => {
  expect(meaningOf(word)).toBe(meaning);
  expect(meaningOf(`${word}, and why, 100 < 141`)).toBe(meaning);
  expect(meaningOf(`64: ${word}`)).toBe(meaning);
});

test.each([
  ['insufficient fee, rejecting replacement ab; new feerate 0.00001 BTC/kvB <= old feerate', 'fee_too_low'],
  ['insufficient fee (including sibling eviction), rejecting replacement ab', 'fee_too_low'],
  ['too many potential replacements, rejecting replacement ab; too many potential replacements (101 > 100)', 'not_now'],
  ['too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]', 'not_now'],
  ['Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', 'not_now'],
  ['dust, tx with dust output must be 0-fee', 'invalid'],
  ['mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)', 'invalid'],
  ['TX decode failed. Make sure the tx has at least one input.', 'invalid'],
  // Words that only begin or end like one that is known.
  ['dusty', undefined],
  ['bad-txns-a-rule-to-come', undefined],
  ['the mempool is not loaded: mempool full', undefined],
  ['a word that nobody has heard', undefined],
])('%s: %s', (message, meaning) => {
  expect(meaningOf(message)).toBe(meaning);
});

test('no word means two things', () => {
  const words = wordsOf(nodeWords).map(({ word }) => word.toLowerCase());
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});
