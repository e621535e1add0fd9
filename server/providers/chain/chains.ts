import type { Asset } from '@slipway/money/asset.ts';
import type { AddressReader, Chain } from './chainPort.ts';

/** The chain adapters by CAIP-2 id. */
export type Chains = ReadonlyMap<string, Chain>;

/** Address readers of every network with an active asset, by CAIP-2 id: the chain adapter if a node is configured. */
export type AddressReaders = ReadonlyMap<string, AddressReader>;

export function requireChain<Known extends AddressReader>(chains: ReadonlyMap<string, Known>, network: string): Known {
  const chain = chains.get(network);
  if (!chain) throw new Error(`no adapter for the chain ${network}`);
  return chain;
}

/** Returns the chain of an asset, whose CAIP-19 id begins with the CAIP-2 id of the chain. Throws without an adapter. */
export function requireAssetChain(chains: Chains, { id }: Asset): Chain {
  return requireChain(chains, id.split('/')[0] ?? '');
}
