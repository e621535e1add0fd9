import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { PriceBook } from '../quote/priceBook.ts';

/** Dependencies of buying the crypto at the venue. */
export type ConversionContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly venue: TradingVenue;
  readonly rules: Rules;
};
