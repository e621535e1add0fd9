import type { Asset } from '@slipway/money/asset.ts';
import {
  type AcceptedCurrency,
  computeWidestLimits,
  listProviderMethods,
  type MarketAnswer,
  type MarketRequest,
} from '../offerPort.ts';
import { buildCatalogUnavailable, parseLimits, refuseOffer } from '../refusals.ts';
import type { TransakClient } from './client.ts';
import type { TransakCurrency } from './schemas.ts';
import { findPaymentOption, findTransakCoin, isCountryServed, TRANSAK_METHODS } from './vendorNames.ts';

export async function fetchMarket(
  client: TransakClient,
  { country, payAssets, coins }: MarketRequest,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const [listed, currencies, countries] = await Promise.all([
    client.coins(signal),
    client.currencies(signal),
    client.countries(signal),
  ]);
  if (!listed || !currencies || !countries) return buildCatalogUnavailable('Transak');
  if (!countries.some(({ alpha2, isAllowed }) => isAllowed && alpha2 === country))
    return refuseOffer('region', country);
  const servedCurrencies = currencies.filter((currency) => currency.isAllowed && isCountryServed(currency, country));
  return {
    kind: 'ok',
    value: {
      currencies: payAssets.flatMap((asset) => {
        const currency = servedCurrencies.find(({ symbol }) => symbol === asset.code);
        return currency ? toAcceptedCurrencies(currency, asset) : [];
      }),
      coins: coins.filter((coin) => {
        const sold = findTransakCoin(listed, coin);
        return sold?.isAllowed && !sold.kycCountriesNotSupported.includes(country);
      }),
    },
  };
}

/** Returns no currency if none of its payment options is supported here. */
function toAcceptedCurrencies(currency: TransakCurrency, asset: Asset): AcceptedCurrency[] {
  const options = listProviderMethods(TRANSAK_METHODS).flatMap((method) => {
    const option = findPaymentOption(currency, method);
    return option ? [{ method, ...parseLimits(asset, option.minAmount, option.maxAmount) }] : [];
  });
  return options.length === 0
    ? []
    : [{ asset, methods: options.map(({ method }) => method), ...computeWidestLimits(options) }];
}
