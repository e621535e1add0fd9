import type { Asset } from '@slipway/money/asset.ts';
import type { Chain } from './chainPort.ts';

/** The chain adapters by CAIP-2 id. */
export type Chains = ReadonlyMap<string, Chain>;

export function requireChain(chains: Chains, network: string): Chain {
  const chain = chains.get(network);
  if (!chain) throw new Error(`no adapter for the chain ${network}`);
  return chain;
}

/** The chain that an asset lives on, which its CAIP-19 id begins with. */
export function requireChainOf(chains: Chains, { id }: Asset): Chain {
  return requireChain(chains, id.split('/')[0] ?? '');
}
