import { listProviderMethods, type MarketAnswer, type MarketRequest } from '../offerPort.ts';
import { buildCatalogUnavailable, parseLimits, refuseOffer } from '../refusals.ts';
import type { MoonpayClient } from './client.ts';
import { findCurrency, findFiatCurrency, isCountryServed, MOONPAY_METHODS, toMoonpayMethod } from './vendorNames.ts';

/** MoonPay publishes payment methods by currency and not by country, so those of the currency are returned. */
export async function fetchMarket(
  client: MoonpayClient,
  { country, payAssets, coins }: MarketRequest,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const [currencies, countries] = await Promise.all([client.currencies(signal), client.countries(signal)]);
  if (!currencies || !countries) return buildCatalogUnavailable('MoonPay');
  if (!isCountryServed(countries, country)) return refuseOffer('region', country);
  return {
    kind: 'ok',
    value: {
      currencies: payAssets.flatMap((asset) => {
        const fiat = findFiatCurrency(currencies, asset.code.toLowerCase());
        if (!fiat) return [];
        const methods = listProviderMethods(MOONPAY_METHODS).filter(
          (method) => toMoonpayMethod(method, asset.code) !== undefined,
        );
        return [{ asset, methods, ...parseLimits(asset, fiat.minBuyAmount, fiat.maxBuyAmount) }];
      }),
      coins: coins.filter((coin) => {
        const currency = findCurrency(currencies, coin);
        return currency && !currency.isSuspended && !currency.notAllowedCountries.includes(country);
      }),
    },
  };
}
