import type * as ccxt from 'ccxt';

type Library = typeof ccxt;

type ErrorName =
  | 'AuthenticationError'
  | 'BadRequest'
  | 'DDoSProtection'
  | 'InsufficientFunds'
  | 'InvalidNonce'
  | 'InvalidOrder'
  | 'MarketClosed'
  | 'OnMaintenance'
  | 'RateLimitExceeded'
  | 'RestrictedLocation';

/**
 * Imports one file of the library. The library's index, its only export, loads every exchange: 21 MB of sources and
 * 60 MB of memory, also in the process with the keys.
 */
async function importCcxtPart<Part>(path: string): Promise<Part> {
  const index = import.meta.resolve('ccxt');
  return (await import(new URL(`src/${path}`, index).href)) as Part;
}

export const ccxtErrors = await importCcxtPart<Pick<Library, ErrorName>>('base/errors.js');
export const { default: kraken } = await importCcxtPart<{ readonly default: Library['kraken'] }>('kraken.js');
export const { default: coinbaseexchange } = await importCcxtPart<{ readonly default: Library['coinbaseexchange'] }>(
  'coinbaseexchange.js',
);
export const { default: bitstamp } = await importCcxtPart<{ readonly default: Library['bitstamp'] }>('bitstamp.js');
