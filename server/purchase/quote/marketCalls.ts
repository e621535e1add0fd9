import { getQuotedDecimals } from '@slipway/money/asset.ts';
import { add, compare, type Decimal, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findAcceptedCurrency, findSoldCrypto, listSoldCryptos } from '../catalog/catalog.ts';
import { getCryptoImage } from '../catalog/catalogImages.ts';
import { computeDefaultReceiveLimits, findDefaultCurrency } from './catalogCalls.ts';
import { VENUE_CURRENCIES } from './listVenueMarkets.ts';
import { formatPercentAbove, formatPrice } from './makeQuote.ts';
import { findFiatRate, findReferencePrice, type MarketPrice, type PriceBook } from './priceBook.ts';
import { formatReceive } from './pricedQuote.ts';
import { listWeekPrices } from './priceHistoryStore.ts';
import { estimateReceiveLimits, type ListContext } from './providerLists.ts';

export type MarketCallsContext = ListContext & { readonly database: Database };

type MarketCall = 'getCryptoList' | 'getCurrencyInfo' | 'currencyPrice';

const ZERO = parseDecimal('0');
const POINT_SCALE = 8;

/** Returns the calls about the market, for the short buying page and the small chart. */
export function marketCalls(context: MarketCallsContext): Pick<Handlers, MarketCall> {
  const { database, catalog, prices } = context;
  return {
    async getCryptoList() {
      return {
        data: listSoldCryptos(catalog).map((crypto) => ({
          symbol: crypto.symbol,
          currency: crypto.id,
          name: crypto.name,
          network: crypto.network.id,
          networkName: crypto.network.name,
          imgUrl: getCryptoImage(crypto.symbol),
          isHot: crypto.hot,
        })),
      };
    },

    async getCurrencyInfo({ currency }, { country }) {
      const crypto = findSoldCrypto(catalog, currency);
      if (!crypto) throw new AppError('receive_currency_unsupported');
      const limits = catalog.operatorSells
        ? computeDefaultReceiveLimits(catalog, prices(), crypto, country)
        : await estimateReceiveLimits(context, crypto, country);
      return {
        data: {
          code: crypto.id,
          symbol: crypto.symbol,
          currency: crypto.name,
          networkName: crypto.network.name,
          imgUrl: getCryptoImage(crypto.symbol),
          vol24: computeDollarVolume(prices(), crypto.symbol.toUpperCase(), new Date()),
          minAmount: formatReceive(limits.minimum),
          maxAmount: formatReceive(limits.maximum),
          decimals: getQuotedDecimals(crypto.asset),
          isHot: crypto.hot,
        },
      };
    },

    async currencyPrice({ currency, sendCurrency }, { country }) {
      const crypto = findSoldCrypto(catalog, currency);
      if (!crypto) throw new AppError('receive_currency_unsupported');
      const payCurrency = sendCurrency ?? findDefaultCurrency(catalog, country);
      if (!findAcceptedCurrency(catalog, payCurrency, country)) throw new AppError('pay_currency_unsupported');
      const book = prices();
      const now = new Date();
      const reference = findReferencePrice(book, crypto.marketBase, payCurrency, now);
      const rate = reference && findFiatRate(book, reference.venueCurrency, payCurrency, now);
      if (!reference || !rate) throw new AppError('price_unavailable');
      const market = book.markets.get(`${crypto.marketBase}/${reference.venueCurrency}`);
      const points = await listWeekPrices(database, crypto.marketBase, reference.venueCurrency);
      return {
        data: {
          currency: crypto.id,
          sendCurrency: payCurrency,
          price: formatPrice(reference.mid),
          change24h: computeDayChange(market),
          points: points.map(({ at, mid }) => ({
            at: at.toISOString(),
            price: formatPrice(rescale(multiply(parseDecimal(mid), rate), POINT_SCALE, 'down')),
          })),
        },
      };
    },
  };
}

function computeDayChange(market: MarketPrice | undefined): string | null {
  if (!market?.open || compare(market.open, ZERO) === 0) return null;
  return formatPercentAbove(market.mid, market.open);
}

/**
 * Returns the 24-hour volume of a coin against euros and dollars at our exchanges, in whole dollars; null if it is unknown.
 * For a wrapped coin it is not the volume of the coin that it wraps.
 */
function computeDollarVolume(book: PriceBook, base: string, machineNow: Date): string | null {
  const volumes = VENUE_CURRENCIES.flatMap((quote): Decimal[] => {
    const volume = book.markets.get(`${base}/${quote}`)?.quoteVolume;
    const rate = findFiatRate(book, quote, 'USD', machineNow);
    return volume && rate ? [multiply(volume, rate)] : [];
  });
  if (volumes.length === 0) return null;
  return formatDecimal(rescale(volumes.reduce(add), 0, 'down'));
}
