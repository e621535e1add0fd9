import { expect, test } from 'vitest';
import { chooseBuyerReason } from './chooseBuyerReason.ts';

const held = { status: 'on_hold', frozen: false, holdRequested: false } as const;

test.each(['name_listed', 'card_country', 'payer_name', 'buyer_blocked', 'address_listed', 'a rule of tomorrow'])(
  'hides %s from the buyer as an operator’s review',
  (reason) => {
    expect(chooseBuyerReason({ ...held, reason })).toBe('operator');
    expect(chooseBuyerReason({ ...held, status: 'delivering', frozen: true, reason })).toBe('operator');
    expect(chooseBuyerReason({ ...held, status: 'converting', holdRequested: true, reason })).toBe('operator');
  },
);

test('shows a reason that the buyer knows, and any reason of an order that is not held', () => {
  for (const reason of ['identity_rejected', 'payout_reverted', 'payment_disputed'])
    expect(chooseBuyerReason({ ...held, reason })).toBe(reason);
  expect(chooseBuyerReason({ ...held, reason: null })).toBeNull();
  expect(chooseBuyerReason({ ...held, status: 'failed', reason: 'declined' })).toBe('declined');
});
