import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { exactUnits } from '../../ledger/exactUnits.ts';
import { CommandError } from '../../operator/commandError.ts';
import {
  type AskedPayment,
  amountOfEntry,
  type JudgedPayment,
  judgeSharePayment,
} from '../../operator/sharePayment.ts';
import { type EarnedShare, sharePayments } from '../../partner/shareStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findEntry, type StoredEntry, unallocatedEntries } from '../../purchase/payment/bankEntryStore.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { offerAct } from '../acts/offerAct.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { nameFor } from '../personal/masks.ts';
import { shownSum } from '../shownSum.ts';
import { requireKnownPartner } from './knownPartners.ts';

type Sum = ConsoleCallData<'partners'>['owed'][number];
type Shares = Pick<ConsoleCallData<'partner'>, 'payments' | 'bookings'>;

const MOST_BOOKINGS = 100;

/** In the ledger's scale, by partner and asset: what was earned less what was paid. */
export type OwedShares = ReadonlyMap<string, ReadonlyMap<string, bigint>>;

/** Of one partner, or of all. */
export async function owedShares(
  database: Queryable,
  earned: readonly EarnedShare[],
  partnerId: string | undefined,
): Promise<OwedShares> {
  const paid = await sharePayments(database, partnerId);
  const owed = new Map<string, Map<string, bigint>>();
  const enter = (partner: string, asset: string, units: bigint) => {
    const of = owed.get(partner) ?? new Map<string, bigint>();
    owed.set(partner, of.set(asset, (of.get(asset) ?? 0n) + units));
  };
  for (const { partnerId: partner, asset, units } of earned) enter(partner, asset, units);
  for (const { partnerId: partner, asset, units } of paid) enter(partner, asset, -units);
  return owed;
}

export function shareSum({ settings }: ConsoleContext, asset: string, units: bigint): Sum {
  const { code, decimals } = describeAsset(settings().catalog, asset);
  return { amount: exactUnits(units, asset, decimals), unit: code };
}

/** What it was paid, and which bookings of the bank may be the next payment. */
export async function sharesOf(context: ConsoleContext, id: string, person: ConsolePerson): Promise<Shares> {
  const { database } = context;
  const [payments, entries] = await Promise.all([
    sharePayments(database, id),
    unallocatedEntries(database, MOST_BOOKINGS),
  ]);
  return {
    payments: payments.map(({ entryId, asset, units, until, paidAt, who, approvedBy }) => ({
      entry: entryId,
      amount: shareSum(context, asset, units),
      until: until.toISOString(),
      paidAt: paidAt.toISOString(),
      askedBy: who,
      approvedBy,
    })),
    bookings: entries.map((entry) => shownBooking(entry, person)),
  };
}

function shownBooking(entry: StoredEntry, { roles }: ConsolePerson): Shares['bookings'][number] {
  const { id, direction, amount, bookedOn, counterpartyName } = entry;
  return { entry: id, direction, amount: shownSum(amount), bookedOn, party: nameFor(roles, counterpartyName) };
}

/** What a booking would do to what is owed, by the judgement that it meets when it is done. Throws `not_found`. */
export async function previewShares(
  context: ConsoleContext,
  { partner, entry: entryId, until }: ConsoleCallInput<'previewShares'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'previewShares'>> {
  const { database, persons } = context;
  await requireKnownPartner(database, partner);
  const entry = await findEntry(database, entryId);
  const amount = entry ? amountOfEntry(entry) : '';
  const judged = await judgedOrWhy(database, { partnerId: partner, entryId, until, amount }, await database.now());
  const isBack = entry?.direction === 'credit';
  const offered = offerAct(await persons(database), person, {
    action: 'pay-shares',
    subject: partner,
    input: { entry: entryId, until, amount },
    label: isBack ? `${amount} came back` : amount === '' ? 'Shares were paid' : `${amount} have paid shares`,
    effect: isBack
      ? 'The booking is a payment that the bank brought back: so much is owed to the partner again.'
      : 'The booking of the bank is this payment: so much less is owed to the partner. Nothing is sent, and no cost is booked: the share was one at the delivery.',
    takesTwo: true,
    against: typeof judged === 'string' ? `${judged.charAt(0).toUpperCase()}${judged.slice(1)}.` : undefined,
  });
  if (typeof judged === 'string') return { act: offered, owed: null, left: null };
  const { asset, owed, units } = judged;
  return {
    act: offered,
    owed: shareSum(context, asset, owed),
    left: shareSum(context, asset, owed - units),
  };
}

async function judgedOrWhy(database: Queryable, asked: AskedPayment, now: Date): Promise<JudgedPayment | string> {
  try {
    return await judgeSharePayment(database, asked, now);
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}
