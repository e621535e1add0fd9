import type { CallData } from '@slipway/contract/calls.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { TextKey, TextValues } from '../../i18n/text.ts';
import type { AmountProblem, ReadAmount } from '../../ui/readAmount.ts';

export type TokenInfo = CallData<'getCurrencyInfo'>;
export type Token = CallData<'getCryptoList'>[number];

export type AmountFault = { readonly key: TextKey; readonly values?: TextValues } | AmountProblem;

/** What is wrong with the amount in the field, which may still be being typed; null when it can be bought. */
export function amountFault(
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

/** Limits of nothing: there is no price, or nothing of it in the treasury. */
export function canBeBought({ maxAmount }: Pick<TokenInfo, 'maxAmount'>): boolean {
  return compare(parseDecimal(maxAmount), parseDecimal('0')) > 0;
}

/** Whether a crypto was named that is not among those that are sold. */
export function isUnsold(named: string, sold: readonly Pick<Token, 'currency'>[]): boolean {
  return named !== '' && !sold.some(({ currency }) => currency === named);
}

/** Until the list has come, whose first is the operator's choice. */
const FIRST_CHOICE = 'BTC';

/** The crypto that the page sells now: the fixed one, else the chosen one while it is sold, else the first of the list. */
export function currentToken(fixed: string, chosen: string, sold: readonly Token[] | undefined): string {
  if (fixed !== '') return fixed;
  if (chosen !== '' && (!sold || !isUnsold(chosen, sold))) return chosen;
  return sold?.[0]?.currency ?? FIRST_CHOICE;
}
