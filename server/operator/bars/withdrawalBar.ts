import { type Amount, amountOf, toDecimal } from '@slipway/money/amount.ts';
import { multiply, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Configured } from '../../configuration/readOnce.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Crypto } from '../../purchase/catalog/catalog.ts';
import { type PriceBook, referencePrice } from '../../purchase/quote/priceBook.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { unitsWithdrawnToday } from '../../treasury/withdrawal/withdrawalStore.ts';
import type { NewRequest } from '../requestStore.ts';

const EUR = fiatAsset('EUR');

/** Above the operator's amount within a day, or where its worth is not known. */
export async function withdrawalTakesTwo(
  { database, configured }: { readonly database: Queryable; readonly configured: Configured },
  { input }: NewRequest,
): Promise<boolean> {
  const { catalog, rules } = await configured.settings();
  const crypto = catalog.cryptos.get(input['crypto'] ?? '');
  if (!crypto) return true;
  // Together with what left within a day: many small ones are a large one.
  const units = BigInt(input['units'] ?? '0') + (await unitsWithdrawnToday(database, crypto.id));
  const worth = euroCentsOf(await readPriceBook(database), crypto, amountOf(crypto.asset, units));
  return worth === undefined || worth > rules.withdrawalTakesTwoAboveEuroCents;
}

/** Rounded up; undefined where there is no price that a quote would be made of. */
function euroCentsOf(book: PriceBook, crypto: Crypto, amount: Amount): bigint | undefined {
  const price = referencePrice(book, crypto.marketBase, EUR.code, new Date());
  if (!price) return undefined;
  return amountOf(EUR, rescale(multiply(toDecimal(amount), price.mid), EUR.decimals, 'up').coefficient).units;
}
