import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import { readRows } from '../configuration/configurationStore.ts';
import { readConfiguration } from '../configuration/kinds.ts';
import { exactUnits } from '../ledger/exactUnits.ts';
import { debit } from '../ledger/posting.ts';
import { sharesStanding } from '../partner/shareStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import { findEntry, type StoredEntry } from '../purchase/payment/bankEntryStore.ts';
import { CommandError } from './commandError.ts';

/** As it is signed: a booking of the bank by its id, a time (RFC 3339), and the booking's amount, `188.40 EUR`. */
export type AskedPayment = {
  readonly partnerId: string;
  readonly entryId: string;
  readonly until: string;
  readonly amount: string;
};

/** What a booking would do to what a partner is owed. In the ledger's scale. */
export type JudgedPayment = {
  readonly entry: StoredEntry;
  readonly asset: string;
  /** Below zero for a payment that came back. */
  readonly units: bigint;
  readonly until: Date;
  /** What is owed of deliveries before that time, without it. */
  readonly owed: bigint;
};

/**
 * Whether a booking of the bank may be what has paid a partner's shares up to a time: never more than was owed, and each
 * booking once. One that the bank brings back may be no more than was paid. Throws {@link CommandError}.
 */
export async function judgeSharePayment(database: Queryable, asked: AskedPayment, now: Date): Promise<JudgedPayment> {
  const { partnerId, entryId } = asked;
  await requirePartnerRow(database, partnerId);
  const entry = await findEntry(database, entryId);
  if (!entry) throw new CommandError(`there is no booking ${entryId || 'ENTRY'}`);
  if (entry.status !== 'unallocated') throw new CommandError(`booking ${entry.id} does not wait for anybody`);
  if (asked.amount !== amountOfEntry(entry))
    throw new CommandError(
      `booking ${entry.id} is of ${amountOfEntry(entry)}, and ${asked.amount || 'nothing'} was signed`,
    );
  const until = timeOf(asked.until, now);
  const { asset, units } = debit(entry.amount, 'liability:partner');
  const { earned, paid } = await sharesStanding(database, { partnerId, asset, until });
  const say = (sum: bigint) => `${exactUnits(sum, asset, entry.amount.asset.decimals)} ${entry.amount.asset.code}`;
  const owed = earned - paid;
  if (entry.direction === 'credit') {
    if (units > paid) throw new CommandError(`${partnerId} was paid ${say(paid)}, and ${say(units)} came back`);
    return { entry, asset, units: -units, until, owed };
  }
  if (units > owed)
    throw new CommandError(
      `${partnerId} is owed ${say(owed > 0n ? owed : 0n)} for deliveries before ${until.toISOString()}, and ${say(units)} left the bank`,
    );
  return { entry, asset, units, until, owed };
}

/** With its currency, as persons read what they sign. */
export function amountOfEntry({ amount }: Pick<StoredEntry, 'amount'>): string {
  return `${formatAmount(amountOf(amount.asset, amount.units))} ${amount.asset.code}`;
}

/** A partner that was switched off is still owed what it has earned. Throws {@link CommandError} where there is none. */
async function requirePartnerRow(database: Queryable, id: string): Promise<void> {
  const { partner } = readConfiguration(await readRows(database));
  if (!partner.has(id)) throw new CommandError(`there is no partner ${id}`.trimEnd());
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/;

/** Throws {@link CommandError} for what is no time, or one that is not over: more may still be earned before it. */
function timeOf(text: string, now: Date): Date {
  const time = TIME.test(text) ? new Date(text) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw new CommandError('say up to when, a time in UTC such as 2026-12-01T00:00:00Z');
  if (time > now) throw new CommandError(`${text} is not over: shares up to then are not known yet`);
  return time;
}
