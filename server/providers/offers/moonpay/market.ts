import { type MarketAnswer, type MarketRequest, PAY_METHODS } from '../offerPort.ts';
import { limitsOf, refuseOffer, unknownCatalog } from '../refusals.ts';
import type { MoonpayClient } from './client.ts';
import { currencyOf, fiatOf, isServed, paymentMethodOf } from './words.ts';

/** MoonPay does not publish which way to pay it has where: those that it has for the currency count. */
export async function marketAt(
  client: MoonpayClient,
  { country, payAssets, coins }: MarketRequest,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const [currencies, countries] = await Promise.all([client.currencies(signal), client.countries(signal)]);
  if (!currencies || !countries) return unknownCatalog('MoonPay');
  if (!isServed(countries, country)) return refuseOffer('region', country);
  return {
    kind: 'ok',
    value: {
      currencies: payAssets.flatMap((asset) => {
        const fiat = fiatOf(currencies, asset.code.toLowerCase());
        if (!fiat) return [];
        const methods = PAY_METHODS.filter((method) => paymentMethodOf(method, asset.code) !== undefined);
        return [{ asset, methods, ...limitsOf(asset, fiat.minBuyAmount, fiat.maxBuyAmount) }];
      }),
      coins: coins.filter((coin) => {
        const currency = currencyOf(currencies, coin);
        return currency && !currency.isSuspended && !currency.notAllowedCountries.includes(country);
      }),
    },
  };
}
