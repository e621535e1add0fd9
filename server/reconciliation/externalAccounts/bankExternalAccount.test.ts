import { expect, test } from 'vitest';
import { findBookingId } from './bankExternalAccount.ts';

const refunds = new Map([['RFDABC', 'debit-7']]);

test.each([
  ['bank:NTRF:17:unallocated', null, 'NTRF:17'],
  ['bank:NTRF:17:allocated', null, 'NTRF:17'],
  ['ORDER:3:received', 'receipt:NTRF:17', 'NTRF:17'],
  ['ORDER:3:surplus', 'receipt:NTRF:17', 'NTRF:17'],
  ['ORDER:9:recalled', 'receipt:debit-1:recalled', 'debit-1'],
  ['ORDER:9:loss_recovered', 'receipt:NTRF:18:recovered', 'NTRF:18'],
  ['ORDER:5:refund_settled', 'RFDABC:settled', 'debit-7'],
  ['refund:RFDABC:settled', null, 'debit-7'],
  ['refund:RFDXYZ:settled', null, 'refund:RFDXYZ'],
  ['ORDER:6:refund_failed', 'RFDABC:failed:credit-8', 'credit-8'],
  ['refund:RFDABC:failed:credit-8', null, 'credit-8'],
  ['opening:2026', null, 'opening:2026'],
])('assigns %s, posted by %s, to the booking %s', (key, eventKey, booking) => {
  expect(findBookingId(key, eventKey, refunds)).toBe(booking);
});
