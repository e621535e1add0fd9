import { describe, expect, test } from 'vitest';
import { determineIdentityStage } from './determineIdentityStage.ts';

const waitingOrder = { orderNo: 'ORDER123', orderStatus: 'awaiting_identity', returned: false } as const;

describe('the stage of the document check', () => {
  test('is unknown before the first response', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: undefined })).toBeNull();
  });

  test('asks for a required check, but not again right after the buyer returned', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: '0' })).toEqual({ kind: 'ask' });
    expect(determineIdentityStage({ ...waitingOrder, outcome: '0', returned: true })).toEqual({ kind: 'wait' });
  });

  test('waits after an accepted check until the order proceeds, then leads to the order’s page', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: '1' })).toEqual({ kind: 'wait' });
    expect(determineIdentityStage({ ...waitingOrder, outcome: '1', orderStatus: 'capturing' })).toEqual({
      kind: 'go',
      to: '/payment-status?orderNo=ORDER123',
    });
  });

  test('reports a refused check, also after the hold is released', () => {
    const refused = { kind: 'go', to: '/kyc-status?status=2&check=identity&orderNo=ORDER123' };
    expect(determineIdentityStage({ ...waitingOrder, outcome: '2' })).toEqual(refused);
    expect(determineIdentityStage({ ...waitingOrder, outcome: '2', orderStatus: 'cancelled' })).toEqual(refused);
  });

  test('leads to the page of an order that was cancelled meanwhile', () => {
    expect(determineIdentityStage({ ...waitingOrder, outcome: '0', orderStatus: 'cancelled' })).toMatchObject({
      to: '/payment-status?orderNo=ORDER123',
    });
  });

  test('leads to the outcome’s page if there is no order', () => {
    expect(determineIdentityStage({ outcome: '1', returned: true, orderNo: '', orderStatus: undefined })).toEqual({
      kind: 'go',
      to: '/kyc-status?status=1',
    });
  });
});
