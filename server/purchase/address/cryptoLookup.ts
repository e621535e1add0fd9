import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, type Crypto, findCryptoOn, findSoldCrypto } from '../catalog/catalog.ts';

/** Returns the crypto for a wire id, or for a symbol together with its network. */
export function requireCryptoOnNetwork(catalog: Catalog, name: string, network: string | undefined): Crypto {
  const crypto = findCryptoOn(catalog, name, network);
  if (!crypto) throw new AppError('receive_currency_unsupported');
  return crypto;
}

/** Returns the cryptos of a symbol, one for each network, in catalog order; or the one with that wire id. */
export function requireCryptosBySymbol(catalog: Catalog, name: string): readonly Crypto[] {
  const bySymbol = listEnabledCryptos(catalog).filter(({ symbol }) => symbol === name);
  if (bySymbol.length > 0) return bySymbol;
  const byId = findSoldCrypto(catalog, name);
  if (!byId) throw new AppError('receive_currency_unsupported');
  return [byId];
}

/** Returns one crypto for each symbol, in catalog order. */
export function listFirstCryptoPerSymbol(catalog: Catalog): readonly Crypto[] {
  const first = new Map<string, Crypto>();
  for (const crypto of listEnabledCryptos(catalog)) if (!first.has(crypto.symbol)) first.set(crypto.symbol, crypto);
  return [...first.values()];
}

function listEnabledCryptos(catalog: Catalog): readonly Crypto[] {
  return [...catalog.cryptos.values()].filter(({ enabled }) => enabled);
}
