import type { Decimal } from '@slipway/money/decimal.ts';

/** The operator's limits for the processing of orders. */
export type Rules = {
  /** Above this total of a buyer's orders within thirty days, a verified document is required before capture. */
  readonly identityAboveEuroCents: bigint;
  /** False: no document can be requested, so amounts that would need one are not sold. */
  readonly identityOffered: boolean;
  /** A verified document expires after this many days. */
  readonly identityValidDays: number;
  /** Above this the buyer declares the kind of the receiving wallet (travel rule). */
  readonly travelRuleAboveEuroCents: bigint;
  /** How much worse than the quote the executable price may be before the buyer must agree: a fraction. */
  readonly driftLimit: Decimal;
  /** How far above the agreed price the conversion may buy before it stops: a fraction. */
  readonly conversionMargin: Decimal;
  /**
   * How long buying the crypto is attempted. After that the money is refunded if nothing was bought; otherwise a person is
   * notified.
   */
  readonly conversionPatienceMs: number;
  /** Time after which a paid order is refunded if it cannot be sent for a reason other than missing funds; null: never. */
  readonly refundUnsentMs: number | null;
  /** Above this, for an address that is new to the buyer, a session without a recent proof must be proved again. */
  readonly confirmationAboveEuroCents: bigint;
  readonly minimumAge: number;
  /** Minimum similarity to a reviewed name, in percent, for a manual review of the buyer. */
  readonly nameMatchPercent: number;
  /** No payout is signed if the last successful fetch of a sanctions list is older. */
  readonly sanctionsMaximumAgeMs: number;
  /** No payout is signed if the list itself is older, by its own date. */
  readonly sanctionsEditionMaximumAgeMs: number;
  /** Clearing or refunding an order above this requires two people. */
  readonly secondPersonAboveEuroCents: bigint;
  /** Withdrawing more than this of one coin from the exchange within a day requires two people. */
  readonly withdrawalSecondApprovalAboveEuroCents: bigint;
  /** Over how many days the treasury's needs are averaged, and how many days the wallets should last. */
  readonly forecastWindowDays: number;
  readonly treasuryCoverDays: number;
  /** Time without acknowledgement after which a waking alert is escalated to the next person. */
  readonly wakeNextMs: number;
  /** How long an acknowledged alert stays silent when it recurs, unless it is worse. */
  readonly seenHoldsMs: number;
  /** True: a change of limits, fees, countries and rules needs two people. */
  readonly limitsNeedSecondApproval: boolean;
  /** A visit opened with debug=true is recorded. */
  readonly sessionReplay: boolean;
};
