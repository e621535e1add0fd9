import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
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
    const changed = changedFields(crypto, after.cryptos.get(crypto.id));
    if (changed.length > 0)
      throw new ConfigurationError(
        `crypto ${crypto.id}: there are orders for it, so its ${changed.join(', ')} cannot be changed. ` +
          `Make a new row under another key, and set crypto ${crypto.id} enabled=false`,
      );
  }
}

/** Fields of a crypto's row by which orders and the ledger know it. */
function changedFields(before: Crypto, after: Crypto | undefined): string[] {
  return [
    ...(before.asset.decimals === after?.asset.decimals ? [] : ['decimals']),
    ...(referenceOf(before) === (after && referenceOf(after)) ? [] : ['asset']),
    ...(before.network.chain === after?.network.chain ? [] : ['network']),
  ];
}

/** Of a CAIP-19 id what stands behind the chain. */
function referenceOf({ asset }: Crypto): string {
  return asset.id.slice(asset.id.indexOf('/') + 1);
}
