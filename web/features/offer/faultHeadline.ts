import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { CallError } from '../../api/callError.ts';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { currentLocale, type TextKey, text } from '../../i18n/text.ts';
import type { Draft } from '../draft/draft.ts';

/** "100.00 EUR is too little", where an amount outside the limits is why there is no offer; null elsewhere. */
export function faultHeadline(error: unknown, draft: Draft, symbol: string): string | null {
  const key = amountFaultKey(error);
  if (key === null) return null;
  const amount =
    draft.side === 'Pay'
      ? formatAmount(draft.sendCurrencyAmount, draft.sendCurrency, currentLocale())
      : formatAmount(draft.getCurrencyAmount, symbol, currentLocale());
  return text(key, { amount });
}

/** On which side of the limits the amount lies, by what the server said of it. */
export function amountFaultKey(error: unknown): TextKey | null {
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
