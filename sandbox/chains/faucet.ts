import { join } from 'node:path';
import { openBooks } from '../world/books.ts';
import type { LocalChain } from './localChain.ts';
import type { LocalNetwork } from './tokens.ts';

/** A transaction by which the faucet has paid the product's treasury. */
export type Funding = {
  readonly network: LocalNetwork;
  readonly symbol: string;
  /** Decimal. */
  readonly amount: string;
  readonly transactionId: string;
};

/** What a treasury might hold in earnest, some millions of euros of each: enough for thousands of orders. */
const FIRST_AMOUNTS: Readonly<Record<string, string>> = {
  BTC: '200',
  ETH: '2000',
  POL: '5000000',
  USDC: '5000000',
  USDT: '5000000',
  DAI: '5000000',
  LINK: '100000',
  UNI: '200000',
  AAVE: '10000',
  WBTC: '40',
  cbBTC: '40',
};
/** Payouts that leave at the same moment spend an output each. */
const BITCOIN_OUTPUTS = 40;

/** A chain whose treasury has got its first coins, by final transactions. */
export type FundedChain = LocalChain & { readonly fundings: readonly Funding[] };

/** Stops the chain before it throws. */
export async function fundedChain(chain: LocalChain, dataDir: string): Promise<FundedChain> {
  try {
    return { ...chain, fundings: await fundTreasury(chain, dataDir) };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

/**
 * Pays each of a chain's assets to the treasury, once, and lets the payments become final. What was paid is remembered over
 * restarts, so that the product can be told of it.
 */
async function fundTreasury(chain: LocalChain, dataDir: string): Promise<readonly Funding[]> {
  const { network } = chain;
  const faucet = openBooks<{ paid: Funding[] }>(join(dataDir, `${network}.faucet.json`), { paid: [] });
  const known = new Set(faucet.state.paid.map(({ symbol }) => symbol));
  const missing = chain.assets.filter(({ symbol }) => !known.has(symbol));
  if (missing.length > 0) {
    const paid: Funding[] = [];
    // One after another: the faucet's payments follow each other by their number.
    for (const { symbol } of missing) {
      const amount = FIRST_AMOUNTS[symbol];
      if (amount === undefined) throw new Error(`faucet.ts says of no ${symbol} how much the treasury has of it`);
      const outputs = network === 'bitcoin' ? BITCOIN_OUTPUTS : 1;
      const transactionId = await chain.pay(symbol, chain.treasury().address, amount, outputs);
      paid.push({ network, symbol, amount, transactionId });
    }
    await chain.mine(chain.finalAfter);
    await faucet.commit((state) => state.paid.push(...paid));
  }
  return faucet.state.paid;
}
