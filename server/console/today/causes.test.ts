import { expect, test } from 'vitest';
import type { RiskRule } from '../../risk/riskRules.ts';
import { causeOfHold } from './causes.ts';

const rules = [
  { name: 'card_country', measure: 'card_country_differs', aboveEuroCents: 100_000n, outcome: 'hold' },
] as unknown as RiskRule[];
const held = { reason: null, exception: 'none', frozen: false };

test.each([
  [{ ...held, reason: 'card_country' }, 'Rule card_country: card country differs'],
  [{ ...held, reason: 'card_country', frozen: true }, 'Frozen. Rule card_country: card country differs'],
  [{ ...held, reason: 'operator' }, 'Held by a person'],
  // One that was taken out since.
  [{ ...held, reason: 'ip_orders_hour' }, 'Ip orders hour'],
  [{ ...held, exception: 'paid_late' }, 'Paid after the price had run out'],
  [held, 'Held, and no reason is written down'],
])('%o is held: %s', (order, words) => {
  expect(causeOfHold(order, rules)).toBe(words);
});
