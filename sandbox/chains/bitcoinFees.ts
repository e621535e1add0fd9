/** What the local node holds for a usual fee, in satoshi per 1,000 virtual bytes. */
const USUAL_RATE = 10_000;

export type BitcoinFees = {
  setFactor(factor: number): void;
  /** What a wallet is told to pay. */
  rate(): number;
  /** Below this the miner leaves a transaction waiting. */
  leastMinedRate(): number;
};

/** The market for room in the local chain's blocks. */
export function createBitcoinFees(): BitcoinFees {
  let factor = 1;
  return {
    setFactor(next) {
      factor = next;
    },
    rate: () => Math.ceil(USUAL_RATE * factor),
    leastMinedRate: () => (factor > 1 ? Math.ceil((USUAL_RATE * factor) / 2) : 0),
  };
}
