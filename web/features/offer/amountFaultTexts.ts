import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { CallError } from '../../api/callError.ts';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { getLocale, type TextKey, text } from '../../i18n/text.ts';
import type { Draft } from '../draft/draft.ts';

/** Returns "100.00 EUR is too little" if there is no offer because the amount is outside the limits, else null. */
export function findAmountFaultHeadline(error: unknown, draft: Draft, symbol: string): string | null {
  const key = findAmountFaultKey(error);
  if (key === null) return null;
  const amount =
    draft.side === 'Pay'
      ? formatAmount(draft.sendCurrencyAmount, draft.sendCurrency, getLocale())
      : formatAmount(draft.getCurrencyAmount, symbol, getLocale());
  return text(key, { amount });
}

/** Returns the text key for an amount below or above the limits, from the server's error details; null for other errors. */
export function findAmountFaultKey(error: unknown): TextKey | null {
  const detail = error instanceof CallError ? error.detail : null;
  switch (detail?.error) {
    case 'pay_amount_below_minimum':
      return 'selectOffer.too_little';
    case 'pay_amount_above_maximum':
      return 'selectOffer.too_much';
    case 'pay_limits_exceeded':
      return isBelow(String(detail.facts['cost']), String(detail.facts['minimum']))
        ? 'selectOffer.too_little'
        : 'selectOffer.too_much';
    default:
      return null;
  }
}

function isBelow(amount: string, limit: string): boolean {
  return compare(parseDecimal(amount), parseDecimal(limit)) < 0;
}
