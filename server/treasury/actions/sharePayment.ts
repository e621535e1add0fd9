import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { CommandError } from '../../action/commandError.ts';
import { requireKnownPartner } from '../../configuration/requirePartner.ts';
import { formatExactUnits } from '../../ledger/formatExactUnits.ts';
import { debit } from '../../ledger/posting.ts';
import { sumShares } from '../../partner/shareStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findEntry, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';

/** A signed request: the id of a bank booking with its amount and direction, and a time (RFC 3339). */
export type SharePaymentRequest = {
  readonly partnerId: string;
  readonly entryId: string;
  readonly until: string;
  readonly amount: string;
  readonly direction: string;
};

/** The effect of a booking on the amount owed to a partner, in ledger units. */
export type JudgedSharePayment = {
  readonly entry: StoredEntry;
  readonly asset: string;
  /** Negative for a returned payment. */
  readonly units: bigint;
  readonly until: Date;
  /** The amount owed for deliveries before that time, without this booking. */
  readonly owed: bigint;
};

/**
 * Returns the effect of a bank booking that pays a partner's shares up to a time, or that returns such a payment. Throws
 * {@link CommandError} if the booking is used already or was signed with another amount or direction, if a payment exceeds what is
 * owed, or if a return exceeds what was paid.
 */
export async function judgeSharePayment(
  database: Queryable,
  request: SharePaymentRequest,
  now: Date,
): Promise<JudgedSharePayment> {
  const { partnerId, entryId } = request;
  await requireKnownPartner(database, partnerId);
  const entry = await findEntry(database, entryId);
  if (!entry) throw new CommandError(`there is no booking ${entryId || 'ENTRY'}`);
  if (entry.status !== 'unallocated') throw new CommandError(`booking ${entry.id} is not open`);
  const { amount, direction } = describeBooking(entry);
  if (request.amount !== amount || request.direction !== direction)
    throw new CommandError(
      `booking ${entry.id} is a ${direction} of ${amount}, but a ${request.direction} of ${request.amount} was signed`,
    );
  const until = parsePaymentTime(request.until, now);
  const { asset, units } = debit(entry.amount, 'liability:partner');
  const { earned, paid } = await sumShares(database, { partnerId, asset, until });
  const formatUnits = (sum: bigint) =>
    `${formatExactUnits(sum, asset, entry.amount.asset.decimals)} ${entry.amount.asset.code}`;
  const owed = earned - paid;
  if (entry.direction === 'credit') {
    if (units > paid)
      throw new CommandError(`${partnerId} was paid ${formatUnits(paid)}, but ${formatUnits(units)} were returned`);
    return { entry, asset, units: -units, until, owed };
  }
  if (units > owed)
    throw new CommandError(
      `${partnerId} is owed ${formatUnits(owed > 0n ? owed : 0n)} for deliveries before ${until.toISOString()}, but ${formatUnits(units)} were paid`,
    );
  return { entry, asset, units, until, owed };
}

/** Returns what a person signs about a booking, such as `188.40 EUR` and `debit`; empty texts for an unknown booking. */
export function describeBooking(entry: StoredEntry | undefined): Pick<SharePaymentRequest, 'amount' | 'direction'> {
  if (!entry) return { amount: '', direction: '' };
  const { asset, units } = entry.amount;
  return { amount: `${formatAmount(createAmount(asset, units))} ${asset.code}`, direction: entry.direction };
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;

/** Parses the time. Throws {@link CommandError} if it is invalid, or in the future: more may still be earned before it. */
function parsePaymentTime(text: string, now: Date): Date {
  const time = TIME.test(text) ? new Date(text) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw new CommandError('give the end of the period, a time in UTC such as 2026-12-01T00:00:00Z');
  if (time > now) throw new CommandError(`${text} is in the future: shares up to then are not known yet`);
  return time;
}
