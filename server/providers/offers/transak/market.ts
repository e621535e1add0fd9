import type { Asset } from '@slipway/money/asset.ts';
import { type MarketAnswer, type MarketRequest, PAY_METHODS, type TakenCurrency, widestLimits } from '../offerPort.ts';
import { limitsOf, refuseOffer, unknownCatalog } from '../refusals.ts';
import type { TransakClient } from './client.ts';
import type { TransakCurrency } from './schemas.ts';
import { coinOf, isServed, optionOf } from './words.ts';

export async function marketAt(
  client: TransakClient,
  { country, payAssets, coins }: MarketRequest,
  signal: AbortSignal,
): Promise<MarketAnswer> {
  const [listed, currencies, countries] = await Promise.all([
    client.coins(signal),
    client.currencies(signal),
    client.countries(signal),
  ]);
  if (!listed || !currencies || !countries) return unknownCatalog('Transak');
  if (!countries.some(({ alpha2, isAllowed }) => isAllowed && alpha2 === country))
    return refuseOffer('region', country);
  const here = currencies.filter((currency) => currency.isAllowed && isServed(currency, country));
  return {
    kind: 'ok',
    value: {
      currencies: payAssets.flatMap((asset) => {
        const currency = here.find(({ symbol }) => symbol === asset.code);
        return currency ? takenBy(currency, asset) : [];
      }),
      coins: coins.filter((coin) => {
        const sold = coinOf(listed, coin);
        return sold?.isAllowed && !sold.kycCountriesNotSupported.includes(country);
      }),
    },
  };
}

/** None, where no option of it is one of ours. */
function takenBy(currency: TransakCurrency, asset: Asset): TakenCurrency[] {
  const options = PAY_METHODS.flatMap((method) => {
    const option = optionOf(currency, method);
    return option ? [{ method, ...limitsOf(asset, option.minAmount, option.maxAmount) }] : [];
  });
  return options.length === 0
    ? []
    : [{ asset, methods: options.map(({ method }) => method), ...widestLimits(options) }];
}
