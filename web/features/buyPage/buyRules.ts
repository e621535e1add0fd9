import type { CallData } from '@slipway/contract/calls.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { TextKey, TextValues } from '../../i18n/text.ts';
import type { AmountProblem, ReadAmount } from '../../ui/amount/readAmount.ts';

export type TokenInfo = CallData<'getCurrencyInfo'>;
export type Token = CallData<'getCryptoList'>[number];

export type AmountFault = { readonly key: TextKey; readonly values?: TextValues } | AmountProblem;

/** Validates the amount, which may be incomplete while typing; null if it can be bought. */
export function findAmountFault(
  read: ReadAmount,
  { minAmount, maxAmount, symbol }: Pick<TokenInfo, 'minAmount' | 'maxAmount' | 'symbol'>,
): AmountFault | null {
  if (read.kind !== 'amount') return read;
  const { amount } = read;
  if (amount === '') return { key: 'error.receive_amount_missing' };
  const value = parseDecimal(amount);
  if (!canBeBought({ maxAmount })) return { key: 'error.price_unavailable' };
  if (compare(value, parseDecimal(minAmount)) < 0) {
    return { key: 'error.pay_amount_below_minimum', values: { amount: minAmount, symbol } };
  }
  if (compare(value, parseDecimal(maxAmount)) > 0) {
    return { key: 'error.pay_amount_above_maximum', values: { amount: maxAmount, symbol } };
  }
  return null;
}

/** A maximum of zero means that there is no price or no balance. */
export function canBeBought({ maxAmount }: Pick<TokenInfo, 'maxAmount'>): boolean {
  return compare(parseDecimal(maxAmount), parseDecimal('0')) > 0;
}

/** Returns true if a crypto is named and is not for sale; false for ''. */
export function isNotForSale(named: string, sold: readonly Pick<Token, 'currency'>[]): boolean {
  return named !== '' && !sold.some(({ currency }) => currency === named);
}

/** Used while the list is missing or empty; the first entry of a list is the operator's choice. */
const DEFAULT_TOKEN = 'BTC';

/** Returns the crypto to sell: the fixed one, else the chosen one unless the loaded list lacks it, else the list's first. */
export function chooseCrypto(fixed: string, chosen: string, sold: readonly Token[] | undefined): string {
  if (fixed !== '') return fixed;
  if (chosen !== '' && (!sold || !isNotForSale(chosen, sold))) return chosen;
  return sold?.[0]?.currency ?? DEFAULT_TOKEN;
}
