import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import {
  type AcceptedCurrency,
  computeWidestLimits,
  type MarketAnswer,
  type ProviderMarket,
} from '../../providers/offers/offerPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { toOfferedCoin } from './offeredCoin.ts';
import type { ProviderGroup } from './providerGroup.ts';

/** Returns which of the catalog's currencies another provider accepts, and which cryptos it sells, in a country. */
export type ProviderMarkets = (offerType: string, country: string) => Promise<MarketAnswer>;

/** Returns the union of the markets. If no provider answered, returns the first refusal or failure. */
export function mergeMarkets(answers: readonly MarketAnswer[]): MarketAnswer {
  const known = answers.flatMap((answer) => (answer.kind === 'ok' ? [answer.value] : []));
  if (known.length === 0) return answers[0] ?? { kind: 'unavailable', detail: 'there is no provider' };
  const currencies = Map.groupBy(
    known.flatMap((market) => market.currencies),
    ({ asset }) => asset.id,
  );
  const coins = new Map(known.flatMap((market) => market.coins.map((coin) => [coin.asset.id, coin])));
  return {
    kind: 'ok',
    value: {
      currencies: [...currencies.values()].flatMap((acceptedCurrencies) =>
        acceptedCurrencies[0] ? [{ asset: acceptedCurrencies[0].asset, ...mergeCurrency(acceptedCurrencies) }] : [],
      ),
      coins: [...coins.values()],
    },
  };
}

function mergeCurrency(acceptedCurrencies: readonly AcceptedCurrency[]) {
  const methods = payMethods.filter((method) =>
    acceptedCurrencies.some((currency) => currency.methods.includes(method)),
  );
  return { methods, ...computeWidestLimits(acceptedCurrencies) };
}

const FRESH_MS = 5 * 60_000;

type CachedMarket = { readonly market: ProviderMarket; readonly at: number };

/**
 * Caches markets for some minutes per process; concurrent requests share one query. If a provider is disabled or does
 * not answer, its last known market is used; without one, the failure is returned. Only answers are cached, so the
 * number of countries bounds the cache. `now` is the machine's time.
 */
export function createProviderMarkets(
  providerGroup: Pick<ProviderGroup, 'market'>,
  catalog: Catalog,
  now: () => number = () => performance.now(),
): ProviderMarkets {
  const cache = new Map<string, CachedMarket>();
  const pending = new Map<string, Promise<MarketAnswer>>();

  async function fetchMarket(key: string, offerType: string, country: string): Promise<MarketAnswer> {
    const answer = await providerGroup.market(offerType, {
      country,
      payAssets: [...catalog.payCurrencies.values()].map(({ asset }) => asset),
      coins: [...catalog.cryptos.values()].map(toOfferedCoin),
    });
    if (answer.kind === 'ok') cache.set(key, { market: answer.value, at: now() });
    const last = cache.get(key);
    return answer.kind === 'unavailable' && last ? { kind: 'ok', value: last.market } : answer;
  }

  return async (offerType, country) => {
    const key = `${offerType} ${country}`;
    const known = cache.get(key);
    if (known && now() - known.at < FRESH_MS) return { kind: 'ok', value: known.market };
    const begun = pending.get(key) ?? fetchMarket(key, offerType, country).finally(() => pending.delete(key));
    pending.set(key, begun);
    return begun;
  };
}
