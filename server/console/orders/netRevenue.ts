import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { sumInEuro } from '../figures/euroWorth.ts';
import { shownEuro } from '../figures/shownEuro.ts';
import type { OrderLeft } from './orderListStore.ts';

/** Returns what adds up the result of an order in euros, at the prices of now. Null for an order without postings. */
export async function netRevenueAt({ database, settings }: ConsoleContext) {
  const { catalog } = settings();
  // Prices keep the machine's time.
  const pricing = { catalog, prices: await readPriceBook(database), machineNow: new Date() };
  return (left: readonly OrderLeft[]) => {
    if (left.length === 0) return null;
    // Income is a credit of the ledger, below zero.
    const earned = left.map(({ asset, units }) => ({ asset, units: -units }));
    return shownEuro(catalog, sumInEuro(pricing, earned));
  };
}
