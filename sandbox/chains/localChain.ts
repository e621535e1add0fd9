import type { Faults } from '../world/faults.ts';
import type { LocalNetwork } from './localNetworks.ts';

export type LocalAsset = {
  readonly symbol: string;
  /** Null for the chain's native coin. */
  readonly contract: string | null;
  readonly decimals: number;
};

export type LocalChainDescription = {
  readonly network: LocalNetwork;
  readonly rpcUrl: string;
  readonly chainId?: number;
  readonly assets: readonly LocalAsset[];
};

/** The treasury's balances on a chain, in decimal amounts by symbol. */
export type TreasuryBalances = {
  readonly address: string;
  readonly height: number;
  readonly balances: Readonly<Record<string, string>>;
};

/** A running local chain with the controls of the sandbox's page. */
export type LocalChain = LocalChainDescription & {
  /** Returns a decimal amount. Throws for an asset or an address that the chain does not know. */
  balance(symbol: string, address: string): Promise<string>;
  /**
   * Pays a decimal amount of an asset from an account other than the treasury; returns the transaction id. On a chain with
   * outputs, divides the amount into this many equal outputs.
   */
  pay(symbol: string, address: string, amount: string, outputs?: number): Promise<string>;
  /** Number of blocks after a transaction's block that make the transaction final. */
  readonly finalAfter: number;
  pause(): void;
  resume(): void;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by as many empty ones, or one more if the longest chain wins. */
  reorg(depth: number): Promise<void>;
  /** Sets the fees to this multiple of the usual fees; cheaper transactions wait. 1 restores the usual fees. */
  feeSpike(factor: number): Promise<void>;
  /** Removes an unconfirmed transaction from the node. */
  dropTransaction(transactionId: string): Promise<void>;
  /** Returns the treasury's balances as last read; they are read again in the course of the blocks after a transaction. */
  treasury(): TreasuryBalances;
  stop(): Promise<void>;
};

export type LocalChainOptions = {
  /** 0 is not allowed, since the address must stay the same over restarts. */
  readonly port: number;
  readonly dataDir: string;
  readonly faults: Faults;
  readonly blockSeconds: number;
  readonly idleSeconds: number;
};

export const DEFAULT_STALL_SECONDS = 30;

/**
 * Returns a function that returns true while the fault `chain_stalls` stops this chain. A stall lasts for the fault's size in
 * seconds, and then counts as one use of the fault, or ends when the fault is switched off.
 */
export function createStallCheck(faults: Faults, network: LocalNetwork): () => boolean {
  let stallEnd: number | undefined;
  return () => {
    const fault = faults.peek(network, ['chain_stalls'], '', network);
    if (!fault) {
      stallEnd = undefined;
      return false;
    }
    stallEnd ??= performance.now() + (fault.size ?? DEFAULT_STALL_SECONDS) * 1_000;
    if (performance.now() < stallEnd) return true;
    faults.take(network, ['chain_stalls'], '', network);
    stallEnd = undefined;
    return false;
  };
}
