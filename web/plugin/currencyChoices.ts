import type { PayCurrency, ReceiveCurrency } from '../features/quote/quoteRules.ts';
import { formatCurrencyName } from '../i18n/names.ts';
import type { CurrencyChoice } from './CurrencySelect.tsx';

/** Listed first: the currencies of most cards worldwide. */
const POPULAR_FIAT = new Set(['EUR', 'USD', 'GBP', 'JPY', 'CHF']);

/** Returns choices labelled `EUR · Euro`. */
export function buildPayChoices(list: readonly PayCurrency[]): readonly CurrencyChoice[] {
  return list.map(({ currency, name, imgUrl }) => ({
    id: currency,
    code: currency,
    label: `${currency} · ${formatCurrencyName(currency, name)}`,
    image: imgUrl,
    popular: POPULAR_FIAT.has(currency),
  }));
}

/** Returns choices labelled `BTC · Bitcoin`; with the network if a symbol exists on several: `USDC · USD Coin (Base)`. */
export function buildReceiveChoices(list: readonly ReceiveCurrency[]): readonly CurrencyChoice[] {
  return list.map(({ currency, symbol, name, networkName, imgUrl, is_popular }) => {
    const shared = list.some((other) => other.symbol === symbol && other.currency !== currency);
    return {
      id: currency,
      code: symbol,
      label: shared ? `${symbol} · ${name} (${networkName})` : `${symbol} · ${name}`,
      image: imgUrl,
      popular: is_popular,
    };
  });
}
