import { describe, expect, test } from 'vitest';
import {
  buildActionKey,
  buildActionRequest,
  type DifferenceAction,
  findCommonSnoozes,
  getRemainingDifference,
  listSnoozable,
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

  test('leaves the difference that its choice states, or its own if it has no choices', () => {
    expect([
      getRemainingDifference(booking, undefined),
      getRemainingDifference(booking, 'owner'),
      getRemainingDifference(whole, undefined),
    ]).toEqual([undefined, '0.00', '5.00']);
  });

  test('has a different key for each row of the same subject', () => {
    expect(buildActionKey(booking)).not.toBe(buildActionKey({ ...booking, row: 'B2' }));
  });
});

describe('snoozing several differences', () => {
  const snooze = (subject: string, keys: readonly string[], allowed = true): DifferenceAction => ({
    kind: 'wait',
    row: null,
    offer: { ...offer, act: 'wait-until', action: 'wait-until', subject, allowed },
    left: null,
    choose: 'Snooze until',
    choices: keys.map((key) => ({ key, label: `for ${key}`, subject, input: { until: key }, left: '1.00' })),
  });
  const differing = (id: number, ...actions: readonly DifferenceAction[]) =>
    ({ id, actions }) as unknown as Parameters<typeof listSnoozable>[0][number];

  test('offers only differences that the person may snooze', () => {
    const list = listSnoozable([
      differing(1, whole, snooze('1', ['1 h'])),
      differing(2, snooze('2', [], false)),
      differing(3, whole),
    ]);
    expect(list.map(({ difference: { id } }) => id)).toEqual([1]);
  });

  test('offers the times that all differences allow, with one request per difference', () => {
    const list = listSnoozable([
      differing(1, snooze('1', ['1 h', '4 h', '24 h'])),
      differing(2, snooze('2', ['1 h', '4 h'])),
    ]);
    expect(findCommonSnoozes(list).map(({ key, requests }) => [key, requests.map(({ subject }) => subject)])).toEqual([
      ['1 h', ['1', '2']],
      ['4 h', ['1', '2']],
    ]);
    expect(findCommonSnoozes([])).toEqual([]);
  });
});
