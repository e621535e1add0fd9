import type { Rules } from '../platform/config/rules.ts';

/** What a rule looks at; read from the database just before it is judged. */
export type RiskFacts = {
  readonly addressDenied: boolean;
  /** This order and all that the buyer has paid within a day. */
  readonly dayEuroCents: bigint;
  /** Cards with different fingerprints that this buyer has tried within a day. */
  readonly cardsTriedInDay: number;
};

export type RiskDecision = { readonly outcome: 'clear' } | { readonly outcome: 'hold'; readonly rule: string };

const MOST_CARDS_IN_DAY = 5;

/** In the order in which they speak; the first that is broken holds the order. */
const riskRules: readonly { readonly name: string; readonly isBroken: (facts: RiskFacts, rules: Rules) => boolean }[] =
  [
    { name: 'address_denied', isBroken: (facts) => facts.addressDenied },
    { name: 'day_amount', isBroken: (facts, rules) => facts.dayEuroCents > rules.reviewDayAboveEuroCents },
    { name: 'many_cards', isBroken: (facts) => facts.cardsTriedInDay > MOST_CARDS_IN_DAY },
  ];

export function judgeRisk(facts: RiskFacts, rules: Rules): RiskDecision {
  const broken = riskRules.find((rule) => rule.isBroken(facts, rules));
  return broken ? { outcome: 'hold', rule: broken.name } : { outcome: 'clear' };
}
