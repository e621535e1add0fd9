import type { Asset } from '@slipway/money/asset.ts';
import { listProviderMethods, type MarketAnswer, type MarketRequest } from '../offerPort.ts';
import { buildCatalogUnavailable, parseLimits, refuseOffer } from '../refusals.ts';
import type { RampClient } from './client.ts';
import { findRampAsset, RAMP_METHODS } from './vendorNames.ts';

/** Ramp publishes limits and coins per currency. A currency whose data are not available now is omitted. */
export async function fetchMarket(
  client: RampClient,
  { country, payAssets, coins }: MarketRequest,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const methods = await client.methods(signal);
  if (!methods) return buildCatalogUnavailable('Ramp Network');
  const methodsInCountry = methods.filter(({ countries }) => countries.includes(country.toLowerCase()));
  if (methodsInCountry.length === 0) return refuseOffer('region', country);
  const listMethods = ({ code }: Asset) =>
    listProviderMethods(RAMP_METHODS).filter((method) =>
      methodsInCountry.some(({ name, currencies }) => name === RAMP_METHODS[method]?.name && currencies.includes(code)),
    );
  const acceptedAssets = payAssets.filter((asset) => listMethods(asset).length > 0);
  const listings = await Promise.all(
    acceptedAssets.map(async (asset) => ({ asset, listed: await client.assets(asset.code, signal) })),
  );
  const known = listings.flatMap(({ asset, listed }) => (listed ? [{ asset, listed }] : []));
  if (acceptedAssets.length > 0 && known.length === 0) return buildCatalogUnavailable('Ramp Network');
  return {
    kind: 'ok',
    value: {
      currencies: known.map(({ asset, listed }) => ({
        asset,
        methods: listMethods(asset),
        ...parseLimits(asset, listed.minPurchaseAmount, listed.maxPurchaseAmount),
      })),
      coins: coins.filter((coin) => known.some(({ listed }) => findRampAsset(listed.assets, coin))),
    },
  };
}
