import type { Asset } from '@slipway/money/asset.ts';
import type { KeyedChain } from './keyedChain.testing.ts';

/** A network with a node behind it that makes a block only when it is told to. */
export type ChainSubject = {
  readonly chain: KeyedChain;
  readonly rpcUrl: string;
  /** The native coin first, and a token where the network has them. */
  readonly assets: readonly Asset[];
  /** The same network behind another node. */
  chainAt(rpcUrl: string): KeyedChain;
  /** An address that nobody has paid yet. */
  freshAddress(): string;
  /** What the node says, in minor units. */
  balanceOf(asset: Asset, address: string): Promise<bigint>;
  mine(blocks: number): Promise<void>;
  reorg(depth: number): Promise<void>;
  /** The node forgets a transaction that waits. */
  forget(transactionId: string): Promise<void>;
  /** Blocks after which the network calls something final. */
  readonly finalAfter: number;
  /** More than anybody has and less than the network's own limit of an amount. */
  readonly tooMuch: bigint;
  /** Too little to be worth an output, where that exists. */
  readonly dustUnits?: bigint;
  stop(): Promise<void>;
};
