import { useEffect } from 'react';
import type { QuoteState } from '../features/quote/quoteReducer.ts';
import type { Host } from './host.ts';

/** Reports each price to the host once. */
export function useReportQuote(state: QuoteState, host: Host): void {
  const quote = state.status === 'live' ? state.quote : null;
  useEffect(() => {
    if (!quote) return;
    const { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, expireTime } = quote;
    host.send({
      type: 'slipway:quote',
      sendCurrency,
      sendCurrencyAmount,
      getCurrency,
      getCurrencyAmount,
      expireTime,
    });
  }, [quote, host]);
}
