import { expect, test } from 'vitest';
import type { RiskRule } from '../../risk/riskRules.ts';
import { formatDisputeTitle, formatHoldTitle, formatReviewTitle, formatUnmatchedTitle } from './attentionTitles.ts';

const rules = [
  { name: 'card_country', measure: 'card_country_differs', aboveEuroCents: 100_000n, outcome: 'hold' },
  { name: 'hourly', measure: 'orders', of: 'buyer', within: 'hour', outcome: 'hold' },
] as unknown as RiskRule[];
const held = { reason: null, exception: 'none', frozen: false };

test.each([
  [{ ...held, reason: 'card_country' }, 'Card country mismatch'],
  [{ ...held, reason: 'card_country', frozen: true }, 'Frozen: card country mismatch'],
  [{ ...held, reason: 'hourly' }, 'Risk rule: orders by buyer within an hour'],
  [{ ...held, reason: 'operator' }, 'Held by an operator'],
  // The rule no longer exists.
  [{ ...held, reason: 'ip_orders_hour' }, 'Ip orders hour'],
  [{ ...held, exception: 'paid_late' }, 'Paid after the price expired'],
  [held, 'Held without a reason'],
])('%o is titled %s', (order, title) => {
  expect(formatHoldTitle(order, rules)).toBe(title);
});

test.each([
  ['name_listed', { scorePercent: 91 }, 'Possible sanctions match: 91 %'],
  ['name_listed', {}, 'Possible sanctions match'],
  ['document_differs', { fields: ['birthDate'] }, 'Birth date mismatch'],
  ['document_differs', { fields: ['name', 'birthDate'] }, 'Name and birth date mismatch'],
  ['document_differs', { name: { entry: 'x' } }, 'Document name: possible sanctions match'],
  ['document_differs', {}, 'Document mismatch'],
  ['answer_changed', { fields: ['birthDate'] }, 'Details changed after rejection: birth date'],
] as const)('%s with %o is titled %s', (reason, facts, title) => {
  expect(formatReviewTitle(reason, facts)).toBe(title);
});

test('disputes and unmatched payments have titles', () => {
  expect(formatDisputeTitle({ status: 'open', reason: 'product_not_received' })).toBe('Dispute: product not received');
  expect(formatDisputeTitle({ status: 'warned', reason: 'fraudulent' })).toBe('Inquiry: fraudulent');
  expect(formatUnmatchedTitle('no_reference')).toBe('Unmatched payment: no order reference');
  expect(formatUnmatchedTitle('clawed_back')).toBe('Unmatched payment: money taken back by the payer’s bank');
  expect(formatUnmatchedTitle(null)).toBe('Unmatched payment: no order found');
});
