import type { FormRecord, KnownForm } from './formRecord.ts';

/** The most that may leave, in cents of a euro by the signer's own prices, and of single assets in their minor units. */
export type Limits = {
  readonly transactionCents: bigint;
  /** For the fee of one transaction. */
  readonly feeCents: bigint;
  readonly hourCents: bigint;
  readonly dayCents: bigint;
  /** Of an asset within a day, by its CAIP-19 id. */
  readonly dayUnits: ReadonlyMap<string, bigint>;
};

/** `euroCents`: the fee included. */
type Paid = { readonly euroCents: bigint; readonly feeCents: bigint; readonly units: bigint; readonly asset: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Which limit a payment would pass, with what has left before it; undefined for none. */
export function overLimit(
  limits: Limits,
  record: Pick<FormRecord, 'paidSince'>,
  paid: Paid,
  now: Date,
): string | undefined {
  const left = leftWithin(limits, record, now);
  const ofAsset = left.dayUnits.get(paid.asset);
  if (paid.feeCents > limits.feeCents) return `a fee of up to ${paid.feeCents} cents`;
  if (paid.euroCents > limits.transactionCents) return 'more than may leave at once';
  if (paid.euroCents > left.hourCents) return 'more than may leave within an hour';
  if (paid.euroCents > left.dayCents) return 'more than may leave within a day';
  return ofAsset !== undefined && paid.units > ofAsset
    ? `more of ${paid.asset} than may leave within a day`
    : undefined;
}

/** What of the limits is left after all that has left before; below nothing where they were lowered since. */
export function leftWithin(
  limits: Limits,
  record: Pick<FormRecord, 'paidSince'>,
  now: Date,
): Pick<Limits, 'hourCents' | 'dayCents' | 'dayUnits'> {
  const ofDay = record.paidSince(now.getTime() - DAY_MS);
  const ofHour = ofDay.filter(({ at }) => at >= now.getTime() - HOUR_MS);
  const centsOf = (forms: readonly KnownForm[]) => forms.reduce((sum, { euroCents }) => sum + euroCents, 0n);
  const unitsOf = (of: string) => ofDay.filter(({ asset }) => asset === of).reduce((sum, { units }) => sum + units, 0n);
  return {
    hourCents: limits.hourCents - centsOf(ofHour),
    dayCents: limits.dayCents - centsOf(ofDay),
    dayUnits: new Map([...limits.dayUnits].map(([asset, units]) => [asset, units - unitsOf(asset)])),
  };
}
