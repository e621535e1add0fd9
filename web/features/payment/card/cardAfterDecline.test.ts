import { expect, test } from 'vitest';
import english from '../../../i18n/en-US.json' with { type: 'json' };
import { needsOtherCard } from './cardAfterDecline.ts';

test.each([
  ['authentication_failed', false],
  ['try_again_later', false],
  ['insufficient_funds', false],
  ['incorrect_details', false],
  ['expired_card', true],
  ['declined', true],
  ['a_reason_of_a_later_version', true],
  ['toString', true],
])('after %s another card is needed: %s', (reason, expected) => expect(needsOtherCard(reason)).toBe(expected));

test('of all decline reasons with a text, only these four keep the card', () => {
  const reasons = Object.keys(english)
    .filter((key) => key.startsWith('decline.'))
    .map((key) => key.slice('decline.'.length));
  const kept = reasons.filter((reason) => !needsOtherCard(reason));
  expect(kept.toSorted()).toEqual([
    'authentication_failed',
    'incorrect_details',
    'insufficient_funds',
    'try_again_later',
  ]);
});
