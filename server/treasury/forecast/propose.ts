/** The state of one coin; all amounts in the same unit. */
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

/** Returns how much the wallet needs, how much of the shortfall the venue can supply, and how much must be bought. Pure. */
export function proposeRefill(state: CoinState): CoinProposal {
  const { wallet, venue, reserved, floor } = state;
  const expected = extrapolate(state.delivered, state.windowDays, state.coverDays);
  const needed = reserved + larger(expected, floor);
  const shortfall = larger(needed - wallet, 0n);
  const withdraw = shortfall < venue ? shortfall : larger(venue, 0n);
  return { needed, withdraw, buy: shortfall - withdraw };
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
  return larger(extrapolate(spent, windowDays, coverDays) + toBuy - held, 0n);
}

/** Returns the total to expect in `coverDays` at the window's daily average, rounded up. */
function extrapolate(total: bigint, windowDays: number, coverDays: number): bigint {
  const window = BigInt(windowDays);
  return (total * BigInt(coverDays) + window - 1n) / window;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
