import type { Faults } from '../world/faults.ts';
import type { LocalNetwork } from './tokens.ts';

export type LocalAsset = {
  readonly symbol: string;
  /** Null for the chain's own coin. */
  readonly contract: string | null;
  readonly decimals: number;
};

export type LocalChainDescription = {
  readonly network: LocalNetwork;
  readonly rpcUrl: string;
  readonly chainId?: number;
  readonly assets: readonly LocalAsset[];
};

/** What a chain holds for the product's treasury, in decimal amounts by symbol. */
export type TreasuryBooks = {
  readonly address: string;
  readonly height: number;
  readonly balances: Readonly<Record<string, string>>;
};

/** One running local chain and what the sandbox's page can do to it. */
export type LocalChain = LocalChainDescription & {
  /** A decimal amount. Throws for an asset or an address that the chain does not know. */
  balance(symbol: string, address: string): Promise<string>;
  /**
   * Somebody who is not the treasury pays a decimal amount of an asset; answers the transaction's id. Where the chain has
   * outputs, it is paid in as many equal ones.
   */
  pay(symbol: string, address: string, amount: string, outputs?: number): Promise<string>;
  /** So many blocks after its own a transaction is final. */
  readonly finalAfter: number;
  pause(): void;
  resume(): void;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by as many empty ones, or one more where the longest chain wins. */
  reorg(depth: number): Promise<void>;
  /** Fees are this many times the usual ones until told otherwise; cheaper transactions wait. 1 ends it. */
  feeSpike(factor: number): Promise<void>;
  /** The node forgets a transaction that waits for a block. */
  dropTransaction(transactionId: string): Promise<void>;
  /** As of the newest block with transactions. */
  treasury(): TreasuryBooks;
  stop(): Promise<void>;
};

export type LocalChainOptions = {
  /** 0 is not taken: the address must stay the same over restarts. */
  readonly port: number;
  readonly dataDir: string;
  readonly faults: Faults;
  readonly blockSeconds: number;
  readonly idleSeconds: number;
};

export const DEFAULT_STALL_SECONDS = 30;

/**
 * Whether the fault `chain_stalls` stops this chain now. It lasts for the fault's size in seconds, or until it is
 * switched off; then it counts as having happened once.
 */
export function createStall(faults: Faults, network: LocalNetwork): () => boolean {
  let until: number | undefined;
  return () => {
    const fault = faults.peek(network, ['chain_stalls'], '', network);
    if (!fault) {
      until = undefined;
      return false;
    }
    until ??= performance.now() + (fault.size ?? DEFAULT_STALL_SECONDS) * 1_000;
    if (performance.now() < until) return true;
    faults.take(network, ['chain_stalls'], '', network);
    until = undefined;
    return false;
  };
}
