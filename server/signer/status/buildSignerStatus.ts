import { VERSION } from '../../platform/version.ts';
import { computeRemainingLimits, type Limits } from '../limits.ts';
import type { OwnPrices } from '../ownPrices.ts';
import type { FormRecord } from '../record/formRecord.ts';
import type { Contradiction } from '../rows/judgeRows.ts';
import type { StopReason } from '../stops/stopReasons.ts';
import type { SignerStatus } from './signerStatus.ts';

export type SignerStatusContext = {
  readonly limits: () => Limits;
  readonly record: Pick<FormRecord, 'listPaidSince'>;
  readonly prices: Pick<OwnPrices, 'book'>;
  readonly twoAboveEuroCents: bigint;
  readonly startedAt: Date;
  comparedAfter(): Date;
  stops(): Promise<readonly StopReason[]>;
  contradictions(): readonly Contradiction[];
  /** Returns the time of the machine's clock. */
  now(): Date;
};

const MOST_NAMED = 20;

/** Returns the signer's report of its present state. */
export async function buildSignerStatus(context: SignerStatusContext): Promise<SignerStatus> {
  const { record, prices, twoAboveEuroCents, startedAt, now } = context;
  const limits = context.limits();
  const left = computeRemainingLimits(limits, record, now());
  const { transactionCents, feeCents, hourCents, dayCents, dayUnits } = limits;
  const priceTimes = [...prices.book().markets.values()].map(({ observedAt }) => observedAt.getTime());
  return {
    version: VERSION,
    startedAt: startedAt.toISOString(),
    comparedAfter: context.comparedAfter().toISOString(),
    stops: (await context.stops()).map(({ who, statement, since, why }) => ({
      who,
      statement,
      since: since.toISOString(),
      why,
    })),
    caps: {
      transaction: String(transactionCents),
      fee: String(feeCents),
      hour: buildCap(hourCents, left.hourCents),
      day: buildCap(dayCents, left.dayCents),
      coins: [...dayUnits].map(([asset, most]) => ({ asset, ...buildCap(most, left.dayUnits.get(asset) ?? most) })),
      secondApprovalAbove: String(twoAboveEuroCents),
    },
    pricesAt: priceTimes.length === 0 ? null : new Date(Math.min(...priceTimes)).toISOString(),
    contradictions: context.contradictions().slice(0, MOST_NAMED),
  };
}

/** `used` exceeds the cap if the cap was lowered since. */
function buildCap(cap: bigint, left: bigint): { readonly cap: string; readonly used: string } {
  return { cap: String(cap), used: String(cap - left) };
}
