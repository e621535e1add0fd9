import type { CallData } from '@slipway/contract/calls.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { CallError } from '../../api/callError.ts';
import type { TextKey, TextValues } from '../../i18n/text.ts';
import type { Inquiry } from './quoteReducer.ts';

export type PayCurrency = CallData<'payList'>[number];
export type ReceiveCurrency = CallData<'getList'>[number];

/** Our own text, or what the server said. */
export type FieldMessage = { readonly key: TextKey; readonly values?: TextValues } | { readonly error: unknown };

/** Why there is no quote, and under which field it is said. */
export type FieldRefusal = {
  readonly place: 'pay' | 'receive';
  readonly message: FieldMessage;
  /** The same question may be answered in a moment: offer to ask again. */
  readonly retryable: boolean;
};

/** What can be said without asking the server; null when the inquiry is worth asking. */
export function checkInquiry(
  inquiry: Inquiry,
  pay: PayCurrency | undefined,
  receive: ReceiveCurrency | undefined,
): FieldRefusal | null {
  const place = inquiry.side === 'Pay' ? 'pay' : 'receive';
  if (!pay) return refusal('pay', 'error.pay_currency_unsupported');
  if (!receive) return refusal('receive', 'error.receive_currency_unsupported');
  if (inquiry.amount === '') return refusal(place, 'error.pay_amount_missing');
  return inquiry.side === 'Pay' ? checkLimits(inquiry.amount, pay) : null;
}

function checkLimits(amount: string, { minAmount, maxAmount, currency }: PayCurrency): FieldRefusal | null {
  const value = parseDecimal(amount);
  if (compare(value, parseDecimal(minAmount)) < 0) {
    return refusal('pay', 'error.pay_amount_below_minimum', { amount: minAmount, symbol: currency });
  }
  if (compare(value, parseDecimal(maxAmount)) > 0) {
    return refusal('pay', 'error.pay_amount_above_maximum', { amount: maxAmount, symbol: currency });
  }
  return null;
}

function refusal(place: FieldRefusal['place'], key: TextKey, values?: TextValues): FieldRefusal {
  return { place, message: values ? { key, values } : { key }, retryable: false };
}

/** respCodes that belong to the pay field; every other one stands under the receive field. */
const PAY_FIELD_CODES = new Set(['501']);
/** What the contract calls retryable: it may pass by itself, under whichever respCode. */
const PASSING_ERRORS = new Set(['price_unavailable', 'no_provider', 'too_many_requests', 'unavailable', 'fault']);
/** Without a name the respCode says it: these need another entry, the rest may pass by itself. */
const ENTRY_CODES = new Set(['500', '501', '502', '400']);

/** Where a failed inquiry is shown. */
export function refusalOf(error: unknown): FieldRefusal {
  const { respCode, detail } = error instanceof CallError ? error : { respCode: '', detail: null };
  return {
    place: PAY_FIELD_CODES.has(respCode) ? 'pay' : 'receive',
    message: { error },
    retryable: detail ? PASSING_ERRORS.has(detail.error) : !ENTRY_CODES.has(respCode),
  };
}
