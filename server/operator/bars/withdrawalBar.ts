import { type Amount, amountOf, toDecimal } from '@slipway/money/amount.ts';
import { multiply, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { type Configured, readOnce } from '../../configuration/readOnce.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Crypto } from '../../purchase/catalog/catalog.ts';
import { type PriceBook, referencePrice } from '../../purchase/quote/priceBook.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { unitsWithdrawnToday } from '../../treasury/withdrawal/withdrawalStore.ts';
import type { NewRequest } from '../requestStore.ts';

const EUR = fiatAsset('EUR');

/** What a withdrawal is worth with what left of its coin within a day, beside the operator's amount. Cents of euro. */
export type WeighedWithdrawal = {
  /** Undefined where nothing prices the coin now. */
  readonly worthCents: bigint | undefined;
  readonly barCents: bigint;
  /** What left within the day before, in the coin's minor units. */
  readonly beforeUnits: bigint;
  readonly takesTwo: boolean;
};

type Weighing = { readonly database: Queryable; readonly configured?: Configured };

/** Together with what left within a day: many small ones are a large one. Of what is no crypto, or no amount, nothing is known. */
export async function weighWithdrawal(
  { database, configured = readOnce(database) }: Weighing,
  { input }: Pick<NewRequest, 'input'>,
): Promise<WeighedWithdrawal> {
  const { catalog, rules } = await configured.settings();
  const barCents = rules.withdrawalTakesTwoAboveEuroCents;
  const crypto = catalog.cryptos.get(input['crypto'] ?? '');
  const digits = input['units'] ?? '';
  if (!crypto || !/^\d{1,78}$/.test(digits))
    return { worthCents: undefined, barCents, beforeUnits: 0n, takesTwo: true };
  const beforeUnits = await unitsWithdrawnToday(database, crypto.id);
  const units = BigInt(digits) + beforeUnits;
  const worthCents = euroCentsOf(await readPriceBook(database), crypto, amountOf(crypto.asset, units));
  return { worthCents, barCents, beforeUnits, takesTwo: worthCents === undefined || worthCents > barCents };
}

/** Above the operator's amount within a day, or where its worth is not known. */
export async function withdrawalTakesTwo(weighing: Weighing, request: NewRequest): Promise<boolean> {
  return (await weighWithdrawal(weighing, request)).takesTwo;
}

/** Rounded up; undefined where there is no price that a quote would be made of. */
function euroCentsOf(book: PriceBook, crypto: Crypto, amount: Amount): bigint | undefined {
  const price = referencePrice(book, crypto.marketBase, EUR.code, new Date());
  if (!price) return undefined;
  return amountOf(EUR, rescale(multiply(toDecimal(amount), price.mid), EUR.decimals, 'up').coefficient).units;
}
