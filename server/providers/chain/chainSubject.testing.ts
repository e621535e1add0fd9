import type { Asset } from '@slipway/money/asset.ts';
import type { KeyedChain } from './keyedChain.testing.ts';

/** A network whose node makes a block only on request. */
export type ChainSubject = {
  readonly chain: KeyedChain;
  readonly rpcUrl: string;
  /** The native coin first, then a token if the network has them. */
  readonly assets: readonly Asset[];
  /** Returns the chain adapter of the same network with another node. */
  chainAt(rpcUrl: string): KeyedChain;
  /** Returns an address without payments. */
  freshAddress(): string;
  /** Returns the balance that the node reports, in minor units. */
  readBalance(asset: Asset, address: string): Promise<bigint>;
  mine(blocks: number): Promise<void>;
  reorg(depth: number): Promise<void>;
  /** Makes the node drop a pending transaction. */
  forget(transactionId: string): Promise<void>;
  /** Blocks after which the network reports finality. */
  readonly finalAfter: number;
  /** More than any balance, and less than the network's own limit of an amount. */
  readonly tooMuch: bigint;
  /** The highest amount that is too small for an output, on chains that have such a limit. */
  readonly dustUnits?: bigint;
  stop(): Promise<void>;
};
