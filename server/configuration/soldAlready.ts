import type { Catalog } from '../purchase/catalog/catalog.ts';
import { ConfigurationError } from './kinds.ts';

/** Ids that orders name. */
export type Sold = { readonly networks: ReadonlySet<string>; readonly cryptos: ReadonlySet<string> };

/**
 * Orders name networks and cryptos by their ids, and the ledger counts in the assets that these stood for: what was ever
 * sold keeps its chain and its asset. Throws {@link ConfigurationError}.
 */
export function requireSameAsSold(before: Catalog, after: Catalog, sold: Sold): void {
  for (const network of before.networks.filter(({ id }) => sold.networks.has(id))) {
    const now = after.networks.find(({ id }) => id === network.id);
    if (!now) throw new ConfigurationError(`network ${network.id} cannot be removed: orders were made on it`);
    if (now.chain !== network.chain || now.nativeCrypto !== network.nativeCrypto)
      throw new ConfigurationError(`network ${network.id} keeps its chain and native coin: orders were made on it`);
  }
  for (const crypto of before.cryptos.values()) {
    // Network fees were paid in the native coin, whatever was sold.
    const paysFees = sold.networks.has(crypto.network.id) && crypto.network.nativeCrypto === crypto.id;
    if (!sold.cryptos.has(crypto.id) && !paysFees) continue;
    const now = after.cryptos.get(crypto.id);
    if (now?.asset.id !== crypto.asset.id || now.asset.decimals !== crypto.asset.decimals)
      throw new ConfigurationError(`crypto ${crypto.id} keeps its network, asset and decimals: orders were made in it`);
  }
}
