import { parseAmount } from '@slipway/money/amount.ts';
import type { Crypto, Network } from './catalog.ts';
import { CatalogError } from './catalogError.ts';

/** A network as in the operator's configuration, by its wire id. */
export type NetworkRow = Omit<Network, 'id'>;

/** Returns the networks by wire id. Throws {@link CatalogError} if two rows have the same chain. */
export function readNetworks(rows: ReadonlyMap<string, NetworkRow>): ReadonlyMap<string, Network> {
  const idOfChain = new Map<string, string>();
  for (const [id, { chain }] of rows) {
    const other = idOfChain.get(chain);
    if (other !== undefined)
      throw new CatalogError(`network ${id}: the chain ${chain} already belongs to network ${other}`);
    idOfChain.set(chain, id);
  }
  return new Map([...rows].map(([id, row]) => [id, { id, ...row }]));
}

/**
 * Returns whether a network's native coin is configured. A network's row may be added before that of its native coin, but
 * until then nothing can be sold on the network. Throws {@link CatalogError} for inconsistent rows.
 */
export function hasNativeCoin(
  { id, name, nativeCrypto, maximumFee }: Network,
  cryptos: ReadonlyMap<string, Crypto>,
): boolean {
  const native = cryptos.get(nativeCrypto);
  if (native && (native.network.id !== id || native.contract !== ''))
    throw new CatalogError(`network ${id}: ${nativeCrypto} is not its native coin`);
  if (!native && [...cryptos.values()].some(({ network }) => network.id === id))
    throw new CatalogError(`crypto ${nativeCrypto} is missing: network fees on ${name} are paid in it`);
  if (native && maximumFee !== undefined) requireDigits(id, maximumFee, native);
  return native !== undefined;
}

function requireDigits(id: string, maximumFee: string, { asset, symbol }: Crypto): void {
  try {
    parseAmount(asset, maximumFee);
  } catch {
    throw new CatalogError(`network ${id}: maximumFee ${maximumFee} has more digits than ${symbol}`);
  }
}
