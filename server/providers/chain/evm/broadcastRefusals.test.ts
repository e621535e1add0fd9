import { expect, test } from 'vitest';
import { broadcastWord } from './broadcastRefusals.ts';

test.each([
  ['already known', 'already_known'],
  ['transaction already imported', 'already_known'],
  ['AlreadyKnown', 'already_known'],
  ['nonce too low: next nonce 5, tx nonce 4', 'spent_elsewhere'],
  ['OldNonce', 'spent_elsewhere'],
  ['replacement transaction underpriced', 'fee_too_low'],
  ['max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 7', 'fee_too_low'],
  ['invalid sender', 'invalid'],
  ['intrinsic gas too low: have 20000, want 21000', 'invalid'],
  ['insufficient funds for gas * price + value', undefined],
  ['a word that nobody has heard', undefined],
])('%s: %s', (message, word) => {
  expect(broadcastWord(message)).toBe(word);
});
