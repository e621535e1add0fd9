import type { Decimal } from '@slipway/money/decimal.ts';

/** The operator's limits that decide how an order goes on. */
export type Rules = {
  /** Above this, counted over a buyer's orders of thirty days, a verified document is needed before capture. */
  readonly identityAboveEuroCents: bigint;
  /** False: nobody can be asked for a document, so what would need one is not sold. */
  readonly identityOffered: boolean;
  /** A verified document is asked for again after this many days. */
  readonly identityValidDays: number;
  /** Above this the buyer says what kind of wallet receives (travel rule). */
  readonly travelRuleAboveEuroCents: bigint;
  /** How much worse than quoted the executable price may be before the buyer is asked: a fraction. */
  readonly driftLimit: Decimal;
  /** How far above the agreed price the conversion may buy before it stops: a fraction. */
  readonly conversionMargin: Decimal;
  /** How long the crypto is tried to be bought: then, with nothing bought, the money goes back; else a person is called. */
  readonly conversionPatienceMs: number;
  /** Above this, for an address that is new to the buyer, a session that was proved long ago is proved again. */
  readonly confirmationAboveEuroCents: bigint;
  readonly minimumAge: number;
  /** From this likeness to a reviewed name on, a person looks at a buyer. */
  readonly nameMatchPercent: number;
  /** No payout is signed on a sanctions list whose last successful fetch is older. */
  readonly sanctionsMaximumAgeMs: number;
  /** Nor on one that was made longer ago, by its own word. */
  readonly sanctionsEditionMaximumAgeMs: number;
  /** Clearing and refunding an order above this takes two people. */
  readonly secondPersonAboveEuroCents: bigint;
  /** Withdrawing more of a coin from the venue within a day than this takes two people. */
  readonly withdrawalTakesTwoAboveEuroCents: bigint;
  /** Over how many days the treasury's needs are averaged, and for how many the wallets should last. */
  readonly forecastWindowDays: number;
  readonly treasuryCoverDays: number;
  /** After so long the next person is told of an alert that wakes and that nobody has seen. */
  readonly wakeNextMs: number;
  /** For so long an alert that was seen wakes nobody when it comes again, unless it is worse. */
  readonly seenHoldsMs: number;
  /** Changing limits, fees, countries and rules takes two people as well. */
  readonly limitsTakeTwo: boolean;
  /** A visit that was opened with debug=true is recorded. */
  readonly sessionReplay: boolean;
};
