import cryptos from '../../server/configuration/seeds/cryptos.json' with { type: 'json' };
import networks from '../../server/configuration/seeds/networks.json' with { type: 'json' };

/** A network that comes with the product. */
export type LocalNetwork = keyof typeof networks;

export type EvmNetwork = Exclude<LocalNetwork, 'bitcoin'>;

type LocalEvmNetwork = {
  /**
   * Id of the local chain, different from all public chains, so that transactions signed here are invalid there. One of
   * the ids in server/providers/chain/evm/testChains.ts that belong to the sandbox.
   */
  readonly chainId: number;
  /** The usual base fee, in gwei. */
  readonly baseFee: string;
  /** True for a chain of the OP stack, which charges fees in addition to gas. */
  readonly isRollup?: true;
};

/** The local chain of each EVM network. */
export const localEvmNetworks: Readonly<Record<EvmNetwork, LocalEvmNetwork>> = {
  ethereum: { chainId: 31_337, baseFee: '1.5' },
  base: { chainId: 31_338, baseFee: '0.01', isRollup: true },
  polygon: { chainId: 31_339, baseFee: '40' },
};

export const evmNetworks = Object.keys(localEvmNetworks) as readonly EvmNetwork[];

export const localNetworks: readonly LocalNetwork[] = ['bitcoin', ...evmNetworks];

export function getNetworkName(network: LocalNetwork): string {
  return networks[network].name;
}

/** Returns the symbol of the coin that pays a network's fees. */
export function getNativeSymbol(network: LocalNetwork): string {
  const rows: Readonly<Record<string, { readonly symbol: string }>> = cryptos;
  const { nativeCrypto } = networks[network];
  const symbol = rows[nativeCrypto]?.symbol;
  if (symbol === undefined) throw new RangeError(`cryptos.json has no ${nativeCrypto}`);
  return symbol;
}

/** Returns the chain id of the public network that the local chain represents. */
export function getPublicChainId(network: EvmNetwork): number {
  return Number(networks[network].chain.split(':')[1]);
}
