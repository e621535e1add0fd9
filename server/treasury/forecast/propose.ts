/** What is known of one coin, all in one unit of it. */
export type CoinStanding = {
  /** What lies at the paying address, and at the venue. */
  readonly wallet: bigint;
  readonly venue: bigint;
  /** What orders that are paid for will still take. */
  readonly reserved: bigint;
  /** What was delivered within the window, and how many days it has. */
  readonly delivered: bigint;
  readonly windowDays: number;
  /** For how many days the wallet should last. */
  readonly coverDays: number;
  /** Below which the coin is not offered. */
  readonly floor: bigint;
};

export type CoinProposal = {
  readonly needed: bigint;
  /** To be withdrawn from the venue, and to be bought beside. */
  readonly withdraw: bigint;
  readonly buy: bigint;
};

/** What the wallet should have and where the rest may come from: the venue first. Pure. */
export function proposeRefill(standing: CoinStanding): CoinProposal {
  const { wallet, venue, reserved, floor } = standing;
  const expected = perDays(standing.delivered, standing.windowDays, standing.coverDays);
  const needed = reserved + larger(expected, floor);
  const short = larger(needed - wallet, 0n);
  const withdraw = short < venue ? short : larger(venue, 0n);
  return { needed, withdraw, buy: short - withdraw };
}

export type FiatStanding = {
  /** At the venue. */
  readonly held: bigint;
  /** What purchases have cost within the window. */
  readonly spent: bigint;
  readonly windowDays: number;
  readonly coverDays: number;
  /** What the coins cost that are to be bought beside. */
  readonly toBuy: bigint;
};

/** How much money the venue should be funded with. Pure. */
export function proposeFunding({ held, spent, windowDays, coverDays, toBuy }: FiatStanding): bigint {
  return larger(perDays(spent, windowDays, coverDays) + toBuy - held, 0n);
}

/** The average of the window over so many days, rounded up. */
function perDays(total: bigint, windowDays: number, coverDays: number): bigint {
  const window = BigInt(windowDays);
  return (total * BigInt(coverDays) + window - 1n) / window;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
