import { VERSION } from '../../platform/version.ts';
import type { FormRecord } from '../formRecord.ts';
import { type Limits, leftWithin } from '../limits.ts';
import type { OwnPrices } from '../ownPrices.ts';
import type { Contradiction } from '../rows/judgeRows.ts';
import type { Stopped } from '../stops/stopped.ts';
import type { SignerWord } from './signerWord.ts';

export type Standing = {
  readonly limits: () => Limits;
  readonly record: Pick<FormRecord, 'paidSince'>;
  readonly prices: Pick<OwnPrices, 'book'>;
  readonly twoAboveEuroCents: bigint;
  readonly startedAt: Date;
  comparedAfter(): Date;
  stops(): Promise<readonly Stopped[]>;
  contradictions(): readonly Contradiction[];
  /** The machine's. */
  now(): Date;
};

const MOST_NAMED = 20;

/** How the signer stands at this moment. */
export async function wordOf(standing: Standing): Promise<SignerWord> {
  const { record, prices, twoAboveEuroCents, startedAt, now } = standing;
  const limits = standing.limits();
  const left = leftWithin(limits, record, now());
  const { transactionCents, feeCents, hourCents, dayCents, dayUnits } = limits;
  const asked = [...prices.book().markets.values()].map(({ observedAt }) => observedAt.getTime());
  return {
    version: VERSION,
    startedAt: startedAt.toISOString(),
    comparedAfter: standing.comparedAfter().toISOString(),
    stops: (await standing.stops()).map(({ who, statement, since, why }) => ({
      who,
      statement,
      since: since.toISOString(),
      why,
    })),
    caps: {
      transaction: String(transactionCents),
      fee: String(feeCents),
      hour: capped(hourCents, left.hourCents),
      day: capped(dayCents, left.dayCents),
      coins: [...dayUnits].map(([asset, most]) => ({ asset, ...capped(most, left.dayUnits.get(asset) ?? most) })),
      twoAbove: String(twoAboveEuroCents),
    },
    pricesAt: asked.length === 0 ? null : new Date(Math.min(...asked)).toISOString(),
    contradictions: standing.contradictions().slice(0, MOST_NAMED),
  };
}

/** More may be used than the cap, where it was lowered since. */
function capped(cap: bigint, left: bigint): { readonly cap: string; readonly used: string } {
  return { cap: String(cap), used: String(cap - left) };
}
