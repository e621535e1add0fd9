import { useState } from 'react';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { currentLocale, text } from '../../i18n/text.ts';
import type { ShownAmounts } from './renewQuote.ts';

type RenewalNewsProps = { readonly amounts: ShownAmounts; readonly symbol: string };

/** Tells readers of an amount that a renewed quote has changed since they came; silent until then. */
export function RenewalNews({ amounts, symbol }: RenewalNewsProps) {
  const pay = formatAmount(amounts.sendCurrencyAmount, amounts.sendCurrency, currentLocale());
  const get = formatAmount(amounts.getCurrencyAmount, symbol, currentLocale());
  const [first] = useState(amounts.sendCurrencyAmount + amounts.getCurrencyAmount);
  const [moved, setMoved] = useState(false);
  if (!moved && first !== amounts.sendCurrencyAmount + amounts.getCurrencyAmount) setMoved(true);
  return (
    <p className="unseen" aria-live="polite">
      {moved && text('purchase.quote_updated', { pay, get })}
    </p>
  );
}
