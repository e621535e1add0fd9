import type { FormRecord, KnownForm } from './record/formRecord.ts';

/** Limits of what may leave: in cents of a euro by the signer's own prices, and per asset in minor units. */
export type Limits = {
  readonly transactionCents: bigint;
  /** The most for the fee of one transaction. */
  readonly feeCents: bigint;
  readonly hourCents: bigint;
  readonly dayCents: bigint;
  /** The most of an asset within a day, by its CAIP-19 id. */
  readonly dayUnits: ReadonlyMap<string, bigint>;
};

/** `euroCents` includes the fee. */
type Paid = { readonly euroCents: bigint; readonly feeCents: bigint; readonly units: bigint; readonly asset: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the limit that a payment would exceed together with earlier payments; undefined if it exceeds none. */
export function findExceededLimit(
  limits: Limits,
  record: Pick<FormRecord, 'listPaidSince'>,
  paid: Paid,
  now: Date,
): string | undefined {
  const left = computeRemainingLimits(limits, record, now);
  const ofAsset = left.dayUnits.get(paid.asset);
  if (paid.feeCents > limits.feeCents) return `a fee of up to ${paid.feeCents} cents, above the limit for fees`;
  if (paid.euroCents > limits.transactionCents) return 'above the limit of a transaction';
  if (paid.euroCents > left.hourCents) return 'above the limit of an hour';
  if (paid.euroCents > left.dayCents) return 'above the limit of a day';
  return ofAsset !== undefined && paid.units > ofAsset ? `above the limit of a day for ${paid.asset}` : undefined;
}

/** Returns how much may still leave within each limit; negative if a limit was lowered since. */
export function computeRemainingLimits(
  limits: Limits,
  record: Pick<FormRecord, 'listPaidSince'>,
  now: Date,
): Pick<Limits, 'hourCents' | 'dayCents' | 'dayUnits'> {
  const ofDay = record.listPaidSince(now.getTime() - DAY_MS);
  const ofHour = ofDay.filter(({ at }) => at >= now.getTime() - HOUR_MS);
  const sumEuroCents = (forms: readonly KnownForm[]) => forms.reduce((sum, { euroCents }) => sum + euroCents, 0n);
  const sumDay = (of: string) => ofDay.filter(({ asset }) => asset === of).reduce((sum, { units }) => sum + units, 0n);
  return {
    hourCents: limits.hourCents - sumEuroCents(ofHour),
    dayCents: limits.dayCents - sumEuroCents(ofDay),
    dayUnits: new Map([...limits.dayUnits].map(([asset, units]) => [asset, units - sumDay(asset)])),
  };
}
