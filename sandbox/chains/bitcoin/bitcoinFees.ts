/** The local node's usual fee rate, in satoshi per 1,000 virtual bytes. */
const USUAL_RATE = 10_000;

export type BitcoinFees = {
  setFactor(factor: number): void;
  /** Fee rate recommended to wallets. */
  rate(): number;
  /** The lowest rate of a transaction that the local miner includes in a block. */
  leastMinedRate(): number;
};

/** Creates the fee market of the local chain. */
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
