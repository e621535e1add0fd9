import type { Asset } from '@slipway/money/asset.ts';
import type { AddressReader, Chain } from './chainPort.ts';

/** The chain adapters by CAIP-2 id. */
export type Chains = ReadonlyMap<string, Chain>;

/** What reads the addresses of every network on which something is sold, by CAIP-2 id: a node's adapter where there is one. */
export type AddressReaders = ReadonlyMap<string, AddressReader>;

export function requireChain<Known extends AddressReader>(chains: ReadonlyMap<string, Known>, network: string): Known {
  const chain = chains.get(network);
  if (!chain) throw new Error(`no adapter for the chain ${network}`);
  return chain;
}

/** The chain that an asset lives on, which its CAIP-19 id begins with. */
export function requireChainOf(chains: Chains, { id }: Asset): Chain {
  return requireChain(chains, id.split('/')[0] ?? '');
}
