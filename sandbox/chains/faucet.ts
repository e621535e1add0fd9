import { join } from 'node:path';
import { openBooks } from '../world/books.ts';
import type { LocalChain } from './localChain.ts';
import type { LocalNetwork } from './localNetworks.ts';

/** A payment of the faucet to the product's treasury. */
export type Funding = {
  readonly network: LocalNetwork;
  readonly symbol: string;
  /** A decimal. */
  readonly amount: string;
  readonly transactionId: string;
};

/** Realistic treasury balances, some millions of euros of each coin: enough for thousands of orders. */
const INITIAL_BALANCES: Readonly<Record<string, string>> = {
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
/** Number of the treasury's outputs: each concurrent payout spends one. */
const BITCOIN_OUTPUTS = 40;

/** A chain whose treasury has been funded by final transactions. */
export type FundedChain = LocalChain & { readonly fundings: readonly Funding[] };

/** Funds the chain's treasury. If that fails, stops the chain before it throws. */
export async function fundChain(chain: LocalChain, dataDir: string): Promise<FundedChain> {
  try {
    return { ...chain, fundings: await fundTreasury(chain, dataDir) };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

/**
 * Pays each of a chain's assets to the treasury once, and waits until the payments are final. The payments are stored over
 * restarts, so that the product can be informed of them.
 */
async function fundTreasury(chain: LocalChain, dataDir: string): Promise<readonly Funding[]> {
  const { network } = chain;
  const faucet = openBooks<{ paid: Funding[] }>(join(dataDir, `${network}.faucet.json`), { paid: [] });
  const paidSymbols = new Set(faucet.state.paid.map(({ symbol }) => symbol));
  const missing = chain.assets.filter(({ symbol }) => !paidSymbols.has(symbol));
  if (missing.length > 0) {
    const paid: Funding[] = [];
    // In sequence, since the faucet's payments use consecutive nonces.
    for (const { symbol } of missing) {
      const amount = INITIAL_BALANCES[symbol];
      if (amount === undefined)
        throw new Error(`faucet.ts has no initial treasury balance for ${symbol}: add it to INITIAL_BALANCES`);
      const outputs = network === 'bitcoin' ? BITCOIN_OUTPUTS : 1;
      const transactionId = await chain.pay(symbol, chain.treasury().address, amount, outputs);
      paid.push({ network, symbol, amount, transactionId });
    }
    await chain.mine(chain.finalAfter);
    await faucet.commit((state) => state.paid.push(...paid));
  }
  return faucet.state.paid;
}
