import cryptos from '../../server/configuration/seeds/cryptos.json' with { type: 'json' };
import { type EvmNetwork, evmNetworks } from './localNetworks.ts';

export type LocalToken = {
  readonly network: EvmNetwork;
  readonly symbol: string;
  readonly name: string;
  /** The real token's address on the public chain, in EIP-55 form. */
  readonly contract: `0x${string}`;
  readonly decimals: number;
};

/** The tokens of the local chains: every token of the product's seeds, at its address on the public chain. */
export const localTokens: readonly LocalToken[] = evmNetworks.flatMap((network) =>
  Object.values(cryptos).flatMap(({ asset, symbol, name, decimals, ...row }) =>
    row.network === network && isContract(asset) ? [{ network, symbol, name, contract: asset, decimals }] : [],
  ),
);

function isContract(asset: string): asset is `0x${string}` {
  return asset.startsWith('0x');
}

export function listTokens(network: EvmNetwork): readonly LocalToken[] {
  return localTokens.filter((candidate) => candidate.network === network);
}
