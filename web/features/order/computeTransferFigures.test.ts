import { describe, expect, test } from 'vitest';
import { computeTransferFigures, hasSurplus } from './computeTransferFigures.ts';

const order = {
  status: 'awaiting_payment',
  heldFrom: null,
  sendCurrencyAmount: '100.00',
  paidAmount: null,
  refundedAmount: null,
  transfer: null,
} as const;

describe('the figures of a transfer', () => {
  test('show the whole amount as missing before any money has arrived', () => {
    expect(computeTransferFigures(order)).toEqual({
      receivedAmount: '0.00',
      missing: '100.00',
      surplus: '0.00',
      sentBack: '0.00',
      toSendBack: '0.00',
      givenUp: false,
    });
  });

  test('show the rest as missing after a part has arrived', () => {
    const figures = computeTransferFigures({ ...order, paidAmount: '60.00' });
    expect(figures).toMatchObject({ receivedAmount: '60.00', missing: '40.00', surplus: '0.00', toSendBack: '0.00' });
    expect(hasSurplus(figures)).toBe(false);
  });

  test('show a surplus as to be refunded, then as refunded', () => {
    const over = { ...order, status: 'converting', paidAmount: '125.00' } as const;
    expect(computeTransferFigures(over)).toMatchObject({ surplus: '25.00', sentBack: '0.00', toSendBack: '25.00' });
    expect(hasSurplus(computeTransferFigures(over))).toBe(true);
    expect(computeTransferFigures({ ...over, refundedAmount: '25.00' })).toMatchObject({
      sentBack: '25.00',
      toSendBack: '0.00',
    });
  });

  test('include a surplus that was refunded before the rest of the order', () => {
    const figures = computeTransferFigures({
      ...order,
      status: 'refunding',
      paidAmount: '125.00',
      refundedAmount: '25.00',
    });
    expect(figures).toMatchObject({ receivedAmount: '125.00', sentBack: '25.00', toSendBack: '100.00', givenUp: true });
    expect(hasSurplus(figures)).toBe(false);
  });
});
