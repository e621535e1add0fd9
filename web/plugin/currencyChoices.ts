import type { PayCurrency, ReceiveCurrency } from '../features/quote/quoteRules.ts';
import { currencyName } from '../i18n/names.ts';
import type { CurrencyChoice } from './CurrencySelect.tsx';

/** What most of the world's cards are in, listed first. */
const POPULAR_FIAT = new Set(['EUR', 'USD', 'GBP', 'JPY', 'CHF']);

/** `EUR · Euro`. */
export function payChoices(list: readonly PayCurrency[]): readonly CurrencyChoice[] {
  return list.map(({ currency, name, imgUrl }) => ({
    id: currency,
    code: currency,
    label: `${currency} · ${currencyName(currency, name)}`,
    image: imgUrl,
    popular: POPULAR_FIAT.has(currency),
  }));
}

/** `BTC · Bitcoin`; where a symbol lives on several networks, each with its own: `USDC · USD Coin (Base)`. */
export function receiveChoices(list: readonly ReceiveCurrency[]): readonly CurrencyChoice[] {
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
