import type { Asset } from '@slipway/money/asset.ts';
import {
  type AcceptedCurrency,
  computeWidestLimits,
  listProviderMethods,
  type MarketAnswer,
  type MarketRequest,
} from '../offerPort.ts';
import { buildCatalogUnavailable, parseLimits, refuseOffer } from '../refusals.ts';
import type { CoinbaseOnrampClient } from './client.ts';
import type { BuyOptions } from './schemas.ts';
import { findListing, isCountryServed, PAYMENT_METHODS } from './vendorNames.ts';

export async function fetchMarket(
  client: CoinbaseOnrampClient,
  { country, payAssets, coins }: MarketRequest,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const config = await client.config(signal);
  if (!config) return buildCatalogUnavailable('Coinbase');
  if (!isCountryServed(config, country)) return refuseOffer('region', country);
  const options = await client.options(country, signal);
  if (!options) return buildCatalogUnavailable('Coinbase');
  return {
    kind: 'ok',
    value: {
      currencies: payAssets.flatMap((asset) => toAcceptedCurrencies(options, asset)),
      coins: coins.filter((coin) => findListing(options, coin) !== undefined),
    },
  };
}

/** Returns no currency if none of its payment methods is supported here. */
function toAcceptedCurrencies({ paymentCurrencies }: BuyOptions, asset: Asset): AcceptedCurrency[] {
  const limits = paymentCurrencies.find(({ id }) => id === asset.code)?.limits ?? [];
  const methodLimits = listProviderMethods(PAYMENT_METHODS).flatMap((method) => {
    const limit = limits.find(({ id }) => id === PAYMENT_METHODS[method]);
    return limit ? [{ method, ...parseLimits(asset, limit.min, limit.max) }] : [];
  });
  return methodLimits.length === 0
    ? []
    : [{ asset, methods: methodLimits.map(({ method }) => method), ...computeWidestLimits(methodLimits) }];
}
