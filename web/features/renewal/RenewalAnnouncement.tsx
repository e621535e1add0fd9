import { useState } from 'react';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { getLocale, text } from '../../i18n/text.ts';
import type { ShownAmounts } from './renewQuote.ts';

type RenewalAnnouncementProps = { readonly amounts: ShownAmounts; readonly symbol: string };

/** Announces to screen readers an amount that a renewed quote has changed; silent until the first change. */
export function RenewalAnnouncement({ amounts, symbol }: RenewalAnnouncementProps) {
  const pay = formatAmount(amounts.sendCurrencyAmount, amounts.sendCurrency, getLocale());
  const get = formatAmount(amounts.getCurrencyAmount, symbol, getLocale());
  const [initialAmounts] = useState(amounts.sendCurrencyAmount + amounts.getCurrencyAmount);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && initialAmounts !== amounts.sendCurrencyAmount + amounts.getCurrencyAmount) setHasChanged(true);
  return (
    <p className="unseen" aria-live="polite">
      {hasChanged && text('purchase.quote_updated', { pay, get })}
    </p>
  );
}
