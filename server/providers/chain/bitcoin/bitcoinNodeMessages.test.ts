import { expect, test } from 'vitest';
import { listNodeMessages } from '../nodeMessageClassifier.ts';
import { bitcoinNodeMessages, classifyNodeMessage } from './bitcoinNodeMessages.ts';

test.each(listNodeMessages(bitcoinNodeMessages))(
  '$client: "$message" means $meaning',
  ({ message: phrase, meaning }) => {
    expect(classifyNodeMessage(phrase)).toBe(meaning);
    expect(classifyNodeMessage(`${phrase}, and why, 100 < 141`)).toBe(meaning);
    expect(classifyNodeMessage(`64: ${phrase}`)).toBe(meaning);
  },
);

test.each([
  ['insufficient fee, rejecting replacement ab; new feerate 0.00001 BTC/kvB <= old feerate', 'fee_too_low'],
  ['insufficient fee (including sibling eviction), rejecting replacement ab', 'fee_too_low'],
  ['too many potential replacements, rejecting replacement ab; too many potential replacements (101 > 100)', 'not_now'],
  ['too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]', 'not_now'],
  ['Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', 'not_now'],
  ['dust, tx with dust output must be 0-fee', 'invalid'],
  ['mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)', 'invalid'],
  ['TX decode failed. Make sure the tx has at least one input.', 'invalid'],
  // Messages that do not begin with a known phrase as a whole.
  ['dusty', undefined],
  ['bad-txns-a-rule-to-come', undefined],
  ['the mempool is not loaded: mempool full', undefined],
  ['an unknown message', undefined],
])('"%s" means %s', (message, meaning) => {
  expect(classifyNodeMessage(message)).toBe(meaning);
});

test('lists each message once', () => {
  const phrases = listNodeMessages(bitcoinNodeMessages).map(({ message: phrase }) => phrase.toLowerCase());
  expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
});
