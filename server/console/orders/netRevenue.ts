import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { sumInEuro } from '../figures/euroValue.ts';
import { presentEuroSum } from '../figures/presentEuroSum.ts';
import type { OrderMargin } from './orderMarginStore.ts';

/**
 * Returns a function that sums an order's margins in euros at current prices. The function returns null for an order without
 * margins.
 */
export async function createRevenueCalculator({ database, settings }: ConsoleContext) {
  const { catalog } = settings();
  // The age of prices is measured by the machine's clock.
  const pricing = { catalog, prices: await readPriceBook(database), machineNow: new Date() };
  return (margins: readonly OrderMargin[]) => {
    if (margins.length === 0) return null;
    // Income is a credit in the ledger, which is negative.
    const earned = margins.map(({ asset, units }) => ({ asset, units: -units }));
    return presentEuroSum(catalog, sumInEuro(pricing, earned));
  };
}
