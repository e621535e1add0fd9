import { describe, expect, test } from 'vitest';
import {
  buildActionKey,
  buildActionRequest,
  type DifferenceAction,
  getRemainingDifference,
} from './differenceAction.ts';

const offer = {
  act: 'book',
  action: 'book',
  subject: 'B1',
  input: { as: '', of: '' },
} as unknown as DifferenceAction['offer'];
const owner = { key: 'owner', label: 'owner', subject: 'B1', input: { as: 'owner', of: '' }, left: '0.00' };
const booking: DifferenceAction = {
  kind: 'book',
  row: 'B1',
  offer,
  left: null,
  choose: 'What it is',
  choices: [owner],
};
const whole: DifferenceAction = { ...booking, kind: 'accept', row: null, left: '5.00', choose: '', choices: [] };

describe('an action for a difference', () => {
  test('with choices builds no request before a choice is made, then one with the choice’s input', () => {
    expect(buildActionRequest(booking, undefined)).toBeUndefined();
    expect(buildActionRequest(booking, 'interest')).toBeUndefined();
    expect(buildActionRequest(booking, 'owner')).toEqual({
      act: 'book',
      action: 'book',
      subject: 'B1',
      input: owner.input,
    });
  });

  test('without choices builds a request with the offered input', () => {
    expect(buildActionRequest(whole, undefined)).toEqual({
      act: 'book',
      action: 'book',
      subject: 'B1',
      input: offer.input,
    });
  });

  test('returns the remaining difference, by the choice if there is one', () => {
    expect([
      getRemainingDifference(booking, undefined),
      getRemainingDifference(booking, 'owner'),
      getRemainingDifference(whole, undefined),
    ]).toEqual([undefined, '0.00', '5.00']);
  });

  test('has another key for another row of the same subject', () => {
    expect(buildActionKey(booking)).not.toBe(buildActionKey({ ...booking, row: 'B2' }));
  });
});
