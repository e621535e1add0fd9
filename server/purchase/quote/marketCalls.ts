import { quotedDecimals } from '@slipway/money/asset.ts';
import { add, compare, type Decimal, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findSoldCrypto, findTakenCurrency, soldCryptos } from '../catalog/catalog.ts';
import { cryptoImage } from '../catalog/images.ts';
import { normalCurrency, usualReceiveLimits } from './catalogCalls.ts';
import { percentAbove, shownPrice } from './makeQuote.ts';
import { fiatRate, type MarketPrice, type PriceBook, referencePrice } from './priceBook.ts';
import { formatReceive } from './pricedQuote.ts';
import { pricesOfDay } from './priceHistoryStore.ts';
import { type ListContext, receiveLimitsElsewhere } from './providerLists.ts';
import { VENUE_CURRENCIES } from './venueMarkets.ts';

export type MarketCallsContext = ListContext & { readonly database: Database };

type MarketCall = 'getCryptoList' | 'getCurrencyInfo' | 'currencyPrice';

const NONE = parseDecimal('0');
const MOST_POINTS = 96;
const POINT_SCALE = 8;

/** The market itself, apart from any purchase: for the short buying page and the small chart. */
export function marketCalls(context: MarketCallsContext): Pick<Handlers, MarketCall> {
  const { database, catalog, prices } = context;
  return {
    async getCryptoList() {
      return {
        data: soldCryptos(catalog).map((crypto) => ({
          symbol: crypto.symbol,
          currency: crypto.id,
          name: crypto.name,
          network: crypto.network.id,
          networkName: crypto.network.name,
          imgUrl: cryptoImage(crypto.symbol),
          isHot: crypto.hot,
        })),
      };
    },

    async getCurrencyInfo({ currency }, { country }) {
      const crypto = findSoldCrypto(catalog, currency);
      if (!crypto) throw new AppError('receive_currency_unsupported');
      const limits = catalog.sellsItself
        ? usualReceiveLimits(catalog, prices(), crypto, country)
        : await receiveLimitsElsewhere(context, crypto, country);
      return {
        data: {
          code: crypto.id,
          symbol: crypto.symbol,
          currency: crypto.name,
          networkName: crypto.network.name,
          imgUrl: cryptoImage(crypto.symbol),
          vol24: dollarVolume(prices(), crypto.symbol.toUpperCase(), new Date()),
          minAmount: formatReceive(limits.minimum),
          maxAmount: formatReceive(limits.maximum),
          decimals: quotedDecimals(crypto.asset),
          isHot: crypto.hot,
        },
      };
    },

    async currencyPrice({ currency, sendCurrency }, { country }) {
      const crypto = findSoldCrypto(catalog, currency);
      if (!crypto) throw new AppError('receive_currency_unsupported');
      const payCurrency = sendCurrency ?? normalCurrency(catalog, country);
      if (!findTakenCurrency(catalog, payCurrency, country)) throw new AppError('pay_currency_unsupported');
      const book = prices();
      const now = new Date();
      const reference = referencePrice(book, crypto.marketBase, payCurrency, now);
      const rate = reference && fiatRate(book, reference.venueCurrency, payCurrency, now);
      if (!reference || !rate) throw new AppError('price_unavailable');
      const market = book.markets.get(`${crypto.marketBase}/${reference.venueCurrency}`);
      const points = await pricesOfDay(database, crypto.marketBase, reference.venueCurrency);
      return {
        data: {
          currency: crypto.id,
          sendCurrency: payCurrency,
          price: shownPrice(reference.mid),
          change24h: dayChange(market),
          points: points.slice(-MOST_POINTS).map(({ at, mid }) => ({
            at: at.toISOString(),
            price: shownPrice(rescale(multiply(parseDecimal(mid), rate), POINT_SCALE, 'down')),
          })),
        },
      };
    },
  };
}

function dayChange(market: MarketPrice | undefined): string | null {
  if (!market?.open || compare(market.open, NONE) === 0) return null;
  return percentAbove(market.mid, market.open);
}

/** What was traded of a coin itself, not of what it wraps, against euros and dollars at the exchanges that we listen to; in whole dollars. */
function dollarVolume(book: PriceBook, base: string, machineNow: Date): string | null {
  const volumes = VENUE_CURRENCIES.flatMap((quote): Decimal[] => {
    const volume = book.markets.get(`${base}/${quote}`)?.quoteVolume;
    const rate = fiatRate(book, quote, 'USD', machineNow);
    return volume && rate ? [multiply(volume, rate)] : [];
  });
  if (volumes.length === 0) return null;
  return formatDecimal(rescale(volumes.reduce(add), 0, 'down'));
}
