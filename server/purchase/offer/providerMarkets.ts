import {
  type MarketAnswer,
  PAY_METHODS,
  type ProviderMarket,
  type TakenCurrency,
  widestLimits,
} from '../../providers/offers/offerPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { coinOf } from './offeredCoin.ts';
import type { ProviderPanel } from './providerPanel.ts';

/** What another provider sells in a country of all that the catalog knows. */
export type ProviderMarkets = (offerType: string, country: string) => Promise<MarketAnswer>;

/** Whatever any of them sells. Refused or away where all are. */
export function unionOf(answers: readonly MarketAnswer[]): MarketAnswer {
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
      currencies: [...currencies.values()].flatMap((ways) =>
        ways[0] ? [{ asset: ways[0].asset, ...joined(ways) }] : [],
      ),
      coins: [...coins.values()],
    },
  };
}

function joined(ways: readonly TakenCurrency[]) {
  const methods = PAY_METHODS.filter((method) => ways.some((way) => way.methods.includes(method)));
  return { methods, ...widestLimits(ways) };
}

const FRESH_MS = 5 * 60_000;

type Kept = { readonly market: ProviderMarket; readonly at: number };

/**
 * Kept for some minutes by a process, and asked for once by however many want it. One that is switched off, left out or silent
 * is told of as it was last; where nothing is known, by the answer that says so. Only providers that answered are kept, so that
 * countries bound it. `now` is the machine's time.
 */
export function openProviderMarkets(
  panel: Pick<ProviderPanel, 'market'>,
  catalog: Catalog,
  now: () => number = () => performance.now(),
): ProviderMarkets {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<MarketAnswer>>();

  async function ask(key: string, offerType: string, country: string): Promise<MarketAnswer> {
    const answer = await panel.market(offerType, {
      country,
      payAssets: [...catalog.payCurrencies.values()].map(({ asset }) => asset),
      coins: [...catalog.cryptos.values()].map(coinOf),
    });
    if (answer.kind === 'ok') kept.set(key, { market: answer.value, at: now() });
    const last = kept.get(key);
    return answer.kind === 'unavailable' && last ? { kind: 'ok', value: last.market } : answer;
  }

  return async (offerType, country) => {
    const key = `${offerType} ${country}`;
    const known = kept.get(key);
    if (known && now() - known.at < FRESH_MS) return { kind: 'ok', value: known.market };
    const begun = asking.get(key) ?? ask(key, offerType, country).finally(() => asking.delete(key));
    asking.set(key, begun);
    return begun;
  };
}
