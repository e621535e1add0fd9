import { describe, expect, test } from 'vitest';
import { determineIdentityStage } from './determineIdentityStage.ts';

const waitingOrder = { orderNo: 'ORDER123', orderStatus: 'awaiting_identity', returned: false } as const;

describe('where a buyer stands with the document check', () => {
  test('nothing is shown before the first answer', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: undefined })).toBeNull();
  });

  test('a check that is needed is asked for, and not asked again right after the buyer came back', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: '0' })).toEqual({ kind: 'ask' });
    expect(determineIdentityStage({ ...waitingOrder, outcome: '0', returned: true })).toEqual({ kind: 'wait' });
  });

  test('an accepted check waits until the order has gone on, then leads to its page', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: '1' })).toEqual({ kind: 'wait' });
    expect(determineIdentityStage({ ...waitingOrder, outcome: '1', orderStatus: 'capturing' })).toEqual({
      kind: 'go',
      to: '/payment-status?orderNo=ORDER123',
    });
  });

  test('a refused check says so, also once the hold is released', () => {
    const refused = { kind: 'go', to: '/kyc-status?status=2&check=identity&orderNo=ORDER123' };
    expect(determineIdentityStage({ ...waitingOrder, outcome: '2' })).toEqual(refused);
    expect(determineIdentityStage({ ...waitingOrder, outcome: '2', orderStatus: 'cancelled' })).toEqual(refused);
  });

  test('an order that was given up meanwhile leads to its page', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: '0', orderStatus: 'cancelled' })).toMatchObject({
      to: '/payment-status?orderNo=ORDER123',
    });
  });

  test('without an order the outcome has a page of its own', () => {
    expect(determineIdentityStage({ outcome: '1', returned: true, orderNo: '', orderStatus: undefined })).toEqual({
      kind: 'go',
      to: '/kyc-status?status=1',
    });
  });
});
