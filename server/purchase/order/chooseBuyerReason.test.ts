import { expect, test } from 'vitest';
import { chooseBuyerReason } from './chooseBuyerReason.ts';

const held = { status: 'on_hold', frozen: false, holdRequested: false } as const;

test.each(['name_listed', 'card_country', 'payer_name', 'buyer_blocked', 'address_listed', 'a rule of tomorrow'])(
  'a buyer is not told that %s holds their order: a person looks at it, as at any other',
  (reason) => {
    expect(chooseBuyerReason({ ...held, reason })).toBe('operator');
    expect(chooseBuyerReason({ ...held, status: 'delivering', frozen: true, reason })).toBe('operator');
    expect(chooseBuyerReason({ ...held, status: 'converting', holdRequested: true, reason })).toBe('operator');
  },
);

test('what the buyer has seen themselves is told', () => {
  for (const reason of ['identity_rejected', 'payout_reverted', 'payment_disputed'])
    expect(chooseBuyerReason({ ...held, reason })).toBe(reason);
  expect(chooseBuyerReason({ ...held, reason: null })).toBeNull();
  expect(chooseBuyerReason({ ...held, status: 'failed', reason: 'declined' })).toBe('declined');
});
