import { parseDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import { judgeRisk, type RiskFacts, type RiskRule, type Velocity } from './riskRules.ts';

const calm: Velocity = { orders: 1n, amount: 10_000n, attempts: 1n, declines: 0n, cards: 1n, buyers: 1n };
const windows = { hour: calm, day: calm, month: calm };

const facts: RiskFacts = {
  addressDenied: false,
  holdRequested: false,
  euroCents: 10_000n,
  velocities: { buyer: windows, card: windows, address: windows, ip: windows },
  cardCountryDiffers: undefined,
  payerNameDiffers: undefined,
};

const dayAmount: RiskRule = {
  name: 'day_amount',
  measure: 'amount',
  of: 'buyer',
  within: 'day',
  above: parseDecimal('1500.50'),
  outcome: 'hold',
};
const declines: RiskRule = {
  name: 'declines',
  measure: 'declines',
  of: 'ip',
  within: 'hour',
  above: parseDecimal('3'),
  outcome: 'refuse',
};
const country: RiskRule = {
  name: 'country',
  measure: 'card_country_differs',
  aboveEuroCents: 10_000n,
  outcome: 'hold',
};
const rules = [dayAmount, declines, country];

describe('a rule matches', () => {
  test('above its threshold, not at it, with amounts in euros', () => {
    const paid = (amount: bigint) => ({ ...facts, velocities: { buyer: { ...windows, day: { ...calm, amount } } } });
    expect(judgeRisk(paid(150_050n), rules)).toEqual({ outcome: 'clear' });
    expect(judgeRisk(paid(150_051n), rules)).toEqual({ outcome: 'hold', rule: 'day_amount' });
  });

  test('only by its own subject and window', () => {
    const many = { ...calm, declines: 9n };
    expect(judgeRisk({ ...facts, velocities: { buyer: { hour: many, day: many, month: many } } }, rules).outcome).toBe(
      'clear',
    );
    expect(judgeRisk({ ...facts, velocities: { ip: { ...windows, day: many } } }, rules).outcome).toBe('clear');
    expect(judgeRisk({ ...facts, velocities: { ip: { ...windows, hour: many } } }, rules)).toEqual({
      outcome: 'refuse',
      rule: 'declines',
    });
  });

  test('by a known mismatch above its amount', () => {
    const differing = { ...facts, euroCents: 10_001n, cardCountryDiffers: true };
    expect(judgeRisk(differing, rules)).toEqual({ outcome: 'hold', rule: 'country' });
    expect(judgeRisk({ ...differing, euroCents: 10_000n }, rules).outcome).toBe('clear');
    expect(judgeRisk({ ...differing, cardCountryDiffers: undefined }, rules).outcome).toBe('clear');
  });
});

test('a denied address takes precedence over a refusal, a refusal over a hold, and any hold over an operator’s hold', () => {
  const both = {
    ...facts,
    holdRequested: true,
    euroCents: 20_000n,
    cardCountryDiffers: true,
    velocities: { ip: { ...windows, hour: { ...calm, declines: 4n } } },
  };
  expect(judgeRisk(both, rules)).toEqual({ outcome: 'refuse', rule: 'declines' });
  expect(judgeRisk({ ...both, addressDenied: true }, rules)).toEqual({ outcome: 'refuse', rule: 'address_denied' });
  expect(judgeRisk({ ...facts, holdRequested: true }, rules)).toEqual({ outcome: 'hold', rule: 'operator' });
});
