/** The state of one coin, all in one unit of it. */
export type CoinState = {
  /** Balances of the paying address and the venue. */
  readonly wallet: bigint;
  readonly venue: bigint;
  /** Needed for the payouts of paid orders. */
  readonly reserved: bigint;
  /** Delivered within the window, and the window's length in days. */
  readonly delivered: bigint;
  readonly windowDays: number;
  /** For how many days the wallet should last. */
  readonly coverDays: number;
  /** The balance below which the coin is not offered. */
  readonly floor: bigint;
};

export type CoinProposal = {
  readonly needed: bigint;
  /** To withdraw from the venue, and to buy in addition. */
  readonly withdraw: bigint;
  readonly buy: bigint;
};

/** Returns how much the wallet needs, and where the rest may come from: the venue first. Pure. */
export function proposeRefill(standing: CoinState): CoinProposal {
  const { wallet, venue, reserved, floor } = standing;
  const expected = perDays(standing.delivered, standing.windowDays, standing.coverDays);
  const needed = reserved + larger(expected, floor);
  const short = larger(needed - wallet, 0n);
  const withdraw = short < venue ? short : larger(venue, 0n);
  return { needed, withdraw, buy: short - withdraw };
}

export type FundingState = {
  /** At the venue. */
  readonly held: bigint;
  /** Cost of purchases within the window. */
  readonly spent: bigint;
  readonly windowDays: number;
  readonly coverDays: number;
  /** Cost of the coins to buy in addition. */
  readonly toBuy: bigint;
};

/** Returns how much money to fund the venue with. Pure. */
export function proposeFunding({ held, spent, windowDays, coverDays, toBuy }: FundingState): bigint {
  return larger(perDays(spent, windowDays, coverDays) + toBuy - held, 0n);
}

/** Returns the window's average over this many days, rounded up. */
function perDays(total: bigint, windowDays: number, coverDays: number): bigint {
  const window = BigInt(windowDays);
  return (total * BigInt(coverDays) + window - 1n) / window;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
