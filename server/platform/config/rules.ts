import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';

/** The operator's limits that decide how an order goes on. */
export type Rules = {
  /** Above this, counted over a buyer's orders of thirty days, a verified document is needed before capture. */
  readonly identityAboveEuroCents: bigint;
  /** Above this the buyer says what kind of wallet receives (travel rule). */
  readonly travelRuleAboveEuroCents: bigint;
  /** A buyer's orders of one day above this are held for a look. */
  readonly reviewDayAboveEuroCents: bigint;
  /** How much worse than quoted the executable price may be before the buyer is asked: a fraction. */
  readonly driftLimit: Decimal;
  /** How far above the agreed price the conversion may buy before it stops: a fraction. */
  readonly conversionMargin: Decimal;
  readonly minimumAge: number;
};

export const defaultRules: Rules = {
  identityAboveEuroCents: 70_000n,
  travelRuleAboveEuroCents: 100_000n,
  reviewDayAboveEuroCents: 1_500_000n,
  driftLimit: parseDecimal('0.02'),
  conversionMargin: parseDecimal('0.03'),
  minimumAge: 18,
};
