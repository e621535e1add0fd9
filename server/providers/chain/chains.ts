import type { Chain } from './chainPort.ts';

/** The chain adapters by CAIP-2 id. */
export type Chains = ReadonlyMap<string, Chain>;

export function requireChain(chains: Chains, network: string): Chain {
  const chain = chains.get(network);
  if (!chain) throw new Error(`no adapter for the chain ${network}`);
  return chain;
}
