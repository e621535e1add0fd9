import { describe, expect, test } from 'vitest';
import { keyOf, leftOf, type Way, wishOf } from './differenceWay.ts';

const offer = { act: 'book', action: 'book', subject: 'B1', input: { as: '', of: '' } } as unknown as Way['offer'];
const owner = { key: 'owner', label: 'owner', subject: 'B1', input: { as: 'owner', of: '' }, left: '0.00' };
const booking: Way = { kind: 'book', row: 'B1', offer, left: null, choose: 'What it is', choices: [owner] };
const whole: Way = { ...booking, kind: 'accept', row: null, left: '5.00', choose: '', choices: [] };

describe('a way on', () => {
  test('with a choice signs nothing before it is made, and then the whole of it', () => {
    expect(wishOf(booking, undefined)).toBeUndefined();
    expect(wishOf(booking, 'interest')).toBeUndefined();
    expect(wishOf(booking, 'owner')).toEqual({ act: 'book', action: 'book', subject: 'B1', input: owner.input });
  });

  test('without one signs what was offered', () => {
    expect(wishOf(whole, undefined)).toEqual({ act: 'book', action: 'book', subject: 'B1', input: offer.input });
  });

  test('says what is left, by the choice where there is one', () => {
    expect([leftOf(booking, undefined), leftOf(booking, 'owner'), leftOf(whole, undefined)]).toEqual([
      undefined,
      '0.00',
      '5.00',
    ]);
  });

  test('of the same subject is another one beside another row', () => {
    expect(keyOf(booking)).not.toBe(keyOf({ ...booking, row: 'B2' }));
  });
});
