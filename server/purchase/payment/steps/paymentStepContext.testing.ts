import { parseDecimal } from '@slipway/money/decimal.ts';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { CardAcquirer } from '../../../providers/card/cardPort.ts';
import { ok } from '../../../providers/outcome.ts';
import { accountWithoutMovements } from '../../../providers/venue/accountWithoutMovements.testing.ts';
import type { TradingVenue } from '../../../providers/venue/venuePort.ts';
import { createFixedScreening } from '../../../risk/fixedScreening.testing.ts';
import { silentStepContext } from '../../order/silentStepContext.testing.ts';
import type { PriceBook } from '../../quote/priceBook.ts';

const settings = seededSettings();

/** A venue whose order book has the quoted price, so that no order has drifted. */
export const quotedPriceVenue: TradingVenue = {
  ...accountWithoutMovements,
  id: 'calm',
  getAsks: async () => ok([{ price: parseDecimal('60123.45'), amount: parseDecimal('10') }]),
  getMarketRules: async () =>
    ok({
      takerFee: parseDecimal('0.001'),
      amountDecimals: 8,
      priceDecimals: 1,
      minimumBase: parseDecimal('0.00005'),
      minimumCost: parseDecimal('0.5'),
    }),
  execute: async () => ({ kind: 'refused', reason: 'not_permitted' }),
  getExecution: async () => ({ kind: 'refused', reason: 'not_found' }),
  cancel: async () => ({ kind: 'refused', reason: 'not_found' }),
  readStatement: async () => ok({ balances: [], lines: [] }),
};

const euroPriceBook: PriceBook = {
  markets: new Map(),
  rates: new Map([
    ['EUR', { perEuro: parseDecimal('1'), dailyOnly: false, observedAt: new Date(Date.now() + 60_000) }],
  ]),
  networkFees: new Map(),
  funds: new Map(),
};

/** Creates a context of payment steps in which only the acquirer decides the outcome. */
export function createPaymentStepContext(database: Database, card: CardAcquirer) {
  return {
    ...silentStepContext,
    database,
    catalog: settings.catalog,
    prices: () => euroPriceBook,
    venue: quotedPriceVenue,
    screening: createFixedScreening(),
    rules: settings.rules,
    // Every test pays with the same card to the same address.
    riskRules: () => [],
    card,
    publicUrl: 'http://localhost',
  };
}
