import type { CallData } from '@slipway/contract/calls.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { CallError } from '../../api/callError.ts';
import type { TextKey, TextValues } from '../../i18n/text.ts';
import type { Inquiry } from './quoteReducer.ts';

export type PayCurrency = CallData<'payList'>[number];
export type ReceiveCurrency = CallData<'getList'>[number];

/** A client-side text, or the server's error. */
export type FieldMessage = { readonly key: TextKey; readonly values?: TextValues } | { readonly error: unknown };

/** Why there is no quote, and the field that shows it. */
export type FieldRefusal = {
  readonly place: 'pay' | 'receive';
  readonly message: FieldMessage;
  /** The same request may succeed later: offer to retry. */
  readonly retryable: boolean;
};

/** Validates an inquiry locally; null if it can be sent to the server. */
export function checkInquiry(
  inquiry: Inquiry,
  pay: PayCurrency | undefined,
  receive: ReceiveCurrency | undefined,
): FieldRefusal | null {
  const place = inquiry.side === 'Pay' ? 'pay' : 'receive';
  if (!pay) return createRefusal('pay', 'error.pay_currency_unsupported');
  if (!receive) return createRefusal('receive', 'error.receive_currency_unsupported');
  if (inquiry.amount === '') return createRefusal(place, 'error.pay_amount_missing');
  return inquiry.side === 'Pay' ? checkLimits(inquiry.amount, pay) : null;
}

function checkLimits(amount: string, { minAmount, maxAmount, currency }: PayCurrency): FieldRefusal | null {
  const value = parseDecimal(amount);
  if (compare(value, parseDecimal(minAmount)) < 0) {
    return createRefusal('pay', 'error.pay_amount_below_minimum', { amount: minAmount, symbol: currency });
  }
  if (compare(value, parseDecimal(maxAmount)) > 0) {
    return createRefusal('pay', 'error.pay_amount_above_maximum', { amount: maxAmount, symbol: currency });
  }
  return null;
}

function createRefusal(place: FieldRefusal['place'], key: TextKey, values?: TextValues): FieldRefusal {
  return { place, message: values ? { key, values } : { key }, retryable: false };
}

/** respCodes shown below the pay field; all others are shown below the receive field. */
const PAY_FIELD_CODES = new Set(['501']);
/** Errors that the contract marks as retryable, regardless of respCode. */
const RETRYABLE_ERRORS = new Set(['price_unavailable', 'no_provider', 'too_many_requests', 'unavailable', 'fault']);
/** Without an error name the respCode decides: these need a different entry, others can be retried. */
const ENTRY_CODES = new Set(['500', '501', '502', '400']);

/** Returns the field that shows a failed inquiry, and whether it can be retried. */
export function toFieldRefusal(error: unknown): FieldRefusal {
  const { respCode, detail } = error instanceof CallError ? error : { respCode: '', detail: null };
  return {
    place: PAY_FIELD_CODES.has(respCode) ? 'pay' : 'receive',
    message: { error },
    retryable: detail ? RETRYABLE_ERRORS.has(detail.error) : !ENTRY_CODES.has(respCode),
  };
}
