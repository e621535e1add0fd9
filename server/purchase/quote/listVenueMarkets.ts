import type { Market } from '../../providers/venue/venuePort.ts';
import type { Crypto } from '../catalog/catalog.ts';

/** Fiat currencies in which exchanges quote. */
export const VENUE_CURRENCIES = ['EUR', 'USD'] as const;
const DOLLARS_FIRST = ['USD', 'EUR'] as const;

/** Returns the markets where a coin can be priced and bought: first dollars for dollars, else first euros. */
export function listVenueMarkets(crypto: Pick<Crypto, 'marketBase'>, payCurrency: string): readonly Market[] {
  const quotes = payCurrency === 'USD' ? DOLLARS_FIRST : VENUE_CURRENCIES;
  return quotes.map((quote) => ({ base: crypto.marketBase, quote }));
}
