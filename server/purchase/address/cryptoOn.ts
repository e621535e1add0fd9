import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, type Crypto, findCryptoOn, findSoldCrypto } from '../catalog/catalog.ts';

/** The crypto that a wire id names, or a symbol together with its network. */
export function requireCryptoOn(catalog: Catalog, name: string, network: string | undefined): Crypto {
  const crypto = findCryptoOn(catalog, name, network);
  if (!crypto) throw new AppError('receive_currency_unsupported');
  return crypto;
}

/** The cryptos of a symbol, one for each network, in the catalog's order; a wire id that is no symbol names itself. */
export function requireCryptosNamed(catalog: Catalog, name: string): readonly Crypto[] {
  const bySymbol = soldCryptos(catalog).filter(({ symbol }) => symbol === name);
  if (bySymbol.length > 0) return bySymbol;
  const byId = findSoldCrypto(catalog, name);
  if (!byId) throw new AppError('receive_currency_unsupported');
  return [byId];
}

/** One crypto for each symbol, in the catalog's order. */
export function distinctSymbols(catalog: Catalog): readonly Crypto[] {
  const first = new Map<string, Crypto>();
  for (const crypto of soldCryptos(catalog)) if (!first.has(crypto.symbol)) first.set(crypto.symbol, crypto);
  return [...first.values()];
}

function soldCryptos(catalog: Catalog): readonly Crypto[] {
  return [...catalog.cryptos.values()].filter(({ enabled }) => enabled);
}
