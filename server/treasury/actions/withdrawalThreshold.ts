import { type Amount, createAmount, toDecimal } from '@slipway/money/amount.ts';
import { multiply, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { ApprovalThreshold } from '../../action/approvalThreshold.ts';
import type { NewRequest } from '../../action/requests/requestStore.ts';
import { type ConfigurationReader, createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Crypto } from '../../purchase/catalog/catalog.ts';
import { findReferencePrice, type PriceBook } from '../../purchase/quote/priceBook.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { sumUnitsWithdrawnWithinDay } from '../withdrawal/withdrawalStore.ts';

const EUR = fiatAsset('EUR');

/** The value of a withdrawal, including the withdrawals of the same coin within the last day, and the threshold. */
export type WithdrawalWorth = {
  /** In cents of euro; undefined if the coin has no price now. */
  readonly worthCents: bigint | undefined;
  /** The threshold, in cents of euro. */
  readonly thresholdCents: bigint;
  /** Withdrawals within the last day, in the coin's minor units. */
  readonly beforeUnits: bigint;
  readonly needsSecondApproval: boolean;
};

type ThresholdSources = { readonly database: Queryable; readonly configured?: ConfigurationReader };

/**
 * Returns the value of a withdrawal, including the withdrawals of the same coin within the last day, so that many small ones
 * reach the threshold like a large one. `worthCents` is undefined without a valid crypto or amount, or without a price.
 */
export async function computeWithdrawalWorth(
  { database, configured = createConfigurationReader(database) }: ThresholdSources,
  { input }: Pick<NewRequest, 'input'>,
): Promise<WithdrawalWorth> {
  const { catalog, rules } = await configured.settings();
  const thresholdCents = rules.withdrawalSecondApprovalAboveEuroCents;
  const crypto = catalog.cryptos.get(input['crypto'] ?? '');
  const digits = input['units'] ?? '';
  if (!crypto || !/^\d{1,78}$/.test(digits))
    return { worthCents: undefined, thresholdCents, beforeUnits: 0n, needsSecondApproval: true };
  const beforeUnits = await sumUnitsWithdrawnWithinDay(database, crypto.id);
  const units = BigInt(digits) + beforeUnits;
  const worthCents = computeEuroCents(await readPriceBook(database), crypto, createAmount(crypto.asset, units));
  return {
    worthCents,
    thresholdCents,
    beforeUnits,
    needsSecondApproval: worthCents === undefined || worthCents > thresholdCents,
  };
}

export const aboveWithdrawalLimit: ApprovalThreshold<ConfigurationReader> = {
  when: 'above `withdrawalSecondApprovalAboveEuro` within a day, or if the coin has no price',
  holds: async (context, request) => (await computeWithdrawalWorth(context, request)).needsSecondApproval,
};

/** Returns euro cents, rounded up; undefined without a price that is good enough for a quote. */
function computeEuroCents(book: PriceBook, crypto: Crypto, amount: Amount): bigint | undefined {
  const price = findReferencePrice(book, crypto.marketBase, EUR.code, new Date());
  if (!price) return undefined;
  return createAmount(EUR, rescale(multiply(toDecimal(amount), price.mid), EUR.decimals, 'up').coefficient).units;
}
