import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import { ConfigurationError } from './configurationKinds.ts';

/** Ids that orders reference. */
export type SoldIds = { readonly networks: ReadonlySet<string>; readonly cryptos: ReadonlySet<string> };

/**
 * Throws {@link ConfigurationError} if a network or crypto that was ever sold would get another chain, native coin, asset or
 * decimals: orders reference them by id, and the ledger counts in their assets.
 */
export function requireSameAsSold(before: Catalog, after: Catalog, sold: SoldIds): void {
  for (const network of before.networks.filter(({ id }) => sold.networks.has(id))) {
    const now = after.networks.find(({ id }) => id === network.id);
    if (!now) throw new ConfigurationError(`network ${network.id} cannot be removed: orders were made on it`);
    if (now.chain !== network.chain || now.nativeCrypto !== network.nativeCrypto)
      throw new ConfigurationError(`network ${network.id} keeps its chain and native coin: orders were made on it`);
  }
  for (const crypto of before.cryptos.values()) {
    // Network fees were paid in the native coin, even if it was never sold itself.
    const paysFees = sold.networks.has(crypto.network.id) && crypto.network.nativeCrypto === crypto.id;
    if (!sold.cryptos.has(crypto.id) && !paysFees) continue;
    const changed = listChangedFields(crypto, after.cryptos.get(crypto.id));
    if (changed.length > 0)
      throw new ConfigurationError(
        `crypto ${crypto.id}: there are orders for it, so its ${changed.join(', ')} cannot be changed. ` +
          `Make a new row under another key, and set crypto ${crypto.id} enabled=false`,
      );
  }
}

/** Returns the changed fields among those that identify a crypto to orders and the ledger. */
function listChangedFields(before: Crypto, after: Crypto | undefined): string[] {
  return [
    ...(before.asset.decimals === after?.asset.decimals ? [] : ['decimals']),
    ...(buildReference(before) === (after && buildReference(after)) ? [] : ['asset']),
    ...(before.network.chain === after?.network.chain ? [] : ['network']),
  ];
}

/** Returns the part of a CAIP-19 id after the chain. */
function buildReference({ asset }: Crypto): string {
  return asset.id.slice(asset.id.indexOf('/') + 1);
}
