import { expect, test } from 'vitest';
import { broadcastWord } from './map.ts';

test.each([
  ['Transaction outputs already in utxo set', 'already_known'],
  ['Transaction already in block chain', 'already_known'],
  ['bad-txns-inputs-missingorspent', 'inputs_gone'],
  ['insufficient fee, rejecting replacement ab; new feerate 0.00001 BTC/kvB <= old feerate', 'fee_too_low'],
  ['min relay fee not met, 100 < 141', 'fee_too_low'],
  ['mempool min fee not met', 'fee_too_low'],
  ['too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]', 'not_now'],
  ['bad-txns-premature-spend-of-coinbase', 'not_now'],
  ['mandatory-script-verify-flag-failed (Signature must be zero)', 'invalid'],
  ['bad-txns-in-belowout', 'invalid'],
  ['dust', 'invalid'],
  ['TX decode failed. Make sure the tx has at least one input.', 'invalid'],
  ['a word that nobody has heard', undefined],
])('%s: %s', (message, word) => {
  expect(broadcastWord(message)).toBe(word);
});
