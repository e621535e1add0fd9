import type { Asset } from '@slipway/money/asset.ts';
import { type MarketAnswer, type MarketRequest, PAY_METHODS, type TakenCurrency, widestLimits } from '../offerPort.ts';
import { limitsOf, refuseOffer, unknownCatalog } from '../refusals.ts';
import type { CoinbaseOnrampClient } from './client.ts';
import type { BuyOptions } from './schemas.ts';
import { isServed, listingOf, PAYMENT_METHODS } from './words.ts';

export async function marketAt(
  client: CoinbaseOnrampClient,
  { country, payAssets, coins }: MarketRequest,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const config = await client.config(signal);
  if (!config) return unknownCatalog('Coinbase');
  if (!isServed(config, country)) return refuseOffer('region', country);
  const options = await client.options(country, signal);
  if (!options) return unknownCatalog('Coinbase');
  return {
    kind: 'ok',
    value: {
      currencies: payAssets.flatMap((asset) => takenIn(options, asset)),
      coins: coins.filter((coin) => listingOf(options, coin) !== undefined),
    },
  };
}

/** None, where no way to pay it is one of ours. */
function takenIn({ paymentCurrencies }: BuyOptions, asset: Asset): TakenCurrency[] {
  const limits = paymentCurrencies.find(({ id }) => id === asset.code)?.limits ?? [];
  const ways = PAY_METHODS.flatMap((method) => {
    const limit = limits.find(({ id }) => id === PAYMENT_METHODS[method]);
    return limit ? [{ method, ...limitsOf(asset, limit.min, limit.max) }] : [];
  });
  return ways.length === 0 ? [] : [{ asset, methods: ways.map(({ method }) => method), ...widestLimits(ways) }];
}
