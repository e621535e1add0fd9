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
 * The exchanges that are asked, and the errors. The library's index, its only door, loads every exchange that it knows: 21 MB of
 * sources and 60 MB of memory, in the process with the keys too.
 */
async function part<Part>(path: string): Promise<Part> {
  const index = import.meta.resolve('ccxt');
  return (await import(new URL(`src/${path}`, index).href)) as Part;
}

export const errors = await part<Pick<Library, ErrorName>>('base/errors.js');
export const { default: kraken } = await part<{ readonly default: Library['kraken'] }>('kraken.js');
export const { default: coinbaseexchange } = await part<{ readonly default: Library['coinbaseexchange'] }>(
  'coinbaseexchange.js',
);
export const { default: bitstamp } = await part<{ readonly default: Library['bitstamp'] }>('bitstamp.js');
