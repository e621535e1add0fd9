import type { Market } from '../../providers/venue/venuePort.ts';
import type { Crypto } from '../catalog/catalog.ts';

/** Fiat currencies in which exchanges quote. */
export const VENUE_CURRENCIES = ['EUR', 'USD'] as const;

/** Where a coin can be priced and bought for a pay currency, the market in that currency itself first. */
export function venueMarkets(crypto: Pick<Crypto, 'marketBase'>, payCurrency: string): readonly Market[] {
  return VENUE_CURRENCIES.toSorted((a, b) => Number(b === payCurrency) - Number(a === payCurrency)).map((quote) => ({
    base: crypto.marketBase,
    quote,
  }));
}
