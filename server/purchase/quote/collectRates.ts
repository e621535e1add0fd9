import { type Decimal, divide, parseDecimal } from '@slipway/money/decimal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FiatRates, RatesSource } from '../../providers/rates/ratesPort.ts';
import { isNear } from './judgePrice.ts';
import { type CollectedRate, writeRates } from './marketStore.ts';
import { RATE_FRESH_MS } from './priceBook.ts';

export type RatesContext = {
  readonly database: Database;
  readonly ratesSources: readonly RatesSource[];
  readonly clock: Clock;
  readonly log: Log;
};

/** A source's answer, and when it was fetched, in machine time. */
export type FetchedRates = { readonly kind: RatesSource['kind']; readonly rates: FiatRates; readonly fetchedAt: Date };

/** The smallest paid plan of Open Exchange Rates allows ten thousand requests a month. */
const RENEW_MS = 5 * 60_000;
const RATE_SCALE = 10;
/** A live rate that differs by more than this share from the central bank's is rejected. */
const RATE_AGREEMENT: Decimal = parseDecimal('0.10');

/**
 * Returns a function that collects rates from all sources once and stores them. An answer is renewed after five minutes and
 * stays valid for ten, so that one failed request changes no price. Answers that are outdated by their own date are ignored.
 */
export function createRatesCollector({ database, ratesSources, clock, log }: RatesContext): () => Promise<void> {
  const answers = new Map<string, FetchedRates>();

  function isUsable(source: RatesSource, { rates, fetchedAt }: FetchedRates): boolean {
    return Date.now() - fetchedAt.getTime() <= RATE_FRESH_MS && source.isCurrent(rates.asOf, clock.now());
  }

  async function renew(source: RatesSource): Promise<void> {
    const former = answers.get(source.id);
    if (former && Date.now() - former.fetchedAt.getTime() < RENEW_MS && isUsable(source, former)) return;
    const outcome = await source.getRates();
    if (outcome.kind !== 'ok') {
      log.warn({ source: source.id, outcome: outcome.kind }, 'a rates source did not answer');
      return;
    }
    const { asOf } = outcome.value;
    if (source.isCurrent(asOf, clock.now()))
      answers.set(source.id, { kind: source.kind, rates: outcome.value, fetchedAt: new Date() });
    else log.warn({ source: source.id, asOf }, 'a rates source serves old rates');
  }

  return async () => {
    await Promise.all(ratesSources.map(renew));
    const usable = ratesSources.flatMap((source) => {
      const answer = answers.get(source.id);
      return answer && isUsable(source, answer) ? [answer] : [];
    });
    await writeRates(database, combineRates(usable));
  };
}

type SourceRates = { readonly perEuro: ReadonlyMap<string, Decimal>; readonly fetchedAt: Date };

/** Returns for each currency the live rate if it agrees with the daily file or the file lacks it, else the daily rate. */
export function combineRates(answers: readonly FetchedRates[]): CollectedRate[] {
  const findRates = (kind: RatesSource['kind']): SourceRates | undefined => {
    const answer = answers.findLast((one) => one.kind === kind);
    return answer && { perEuro: convertToPerEuro(answer.rates), fetchedAt: answer.fetchedAt };
  };
  const [daily, live] = [findRates('daily'), findRates('live')];
  const currencies = new Set([...(daily?.perEuro.keys() ?? []), ...(live?.perEuro.keys() ?? [])]);
  return [...currencies].flatMap((currency) => combineRate(currency, daily, live) ?? []);
}

function combineRate(
  currency: string,
  daily: SourceRates | undefined,
  live: SourceRates | undefined,
): CollectedRate | undefined {
  const official = daily?.perEuro.get(currency);
  const current = live?.perEuro.get(currency);
  if (live && current && (!official || isNear(current, official, RATE_AGREEMENT))) {
    const sources = official ? ['live', 'daily'] : ['live'];
    return { currency, perEuro: current, dailyOnly: false, sources, fetchedAt: live.fetchedAt };
  }
  return daily && official
    ? { currency, perEuro: official, dailyOnly: true, sources: ['daily'], fetchedAt: daily.fetchedAt }
    : undefined;
}

/** Converts rates from the source's base currency to units per euro. */
export function convertToPerEuro({ base, rates }: Pick<FiatRates, 'base' | 'rates'>): ReadonlyMap<string, Decimal> {
  const one = parseDecimal('1');
  const basePerEuro = base === 'EUR' ? one : undefined;
  const euroPerBase = rates.get('EUR');
  const perEuro = new Map<string, Decimal>([['EUR', one]]);
  for (const [currency, rate] of rates) {
    if (currency === 'EUR') continue;
    if (basePerEuro) perEuro.set(currency, rate);
    else if (euroPerBase) perEuro.set(currency, divide(rate, euroPerBase, RATE_SCALE, 'up'));
  }
  if (!basePerEuro && euroPerBase) perEuro.set(base, divide(one, euroPerBase, RATE_SCALE, 'up'));
  return perEuro;
}
