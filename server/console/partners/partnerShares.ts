import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { CommandError } from '../../action/commandError.ts';
import { formatExactUnits } from '../../ledger/formatExactUnits.ts';
import { listSharePayments } from '../../partner/shareStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findEntry, listUnallocatedEntries, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { bookSharePayment } from '../../treasury/actions/bookSharePayment.ts';
import {
  describeBooking,
  type JudgedSharePayment,
  judgeSharePayment,
  type SharePaymentRequest,
} from '../../treasury/actions/sharePayment.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { maskNameForRoles } from '../personal/masks.ts';
import { presentAmount } from '../presentAmount.ts';
import { buildActionOption } from '../requests/buildActionOption.ts';
import { requireKnownPartner } from './requireKnownPartner.ts';

type Sum = ConsoleCallData<'partners'>['owed'][number];
type Shares = Pick<ConsoleCallData<'partner'>, 'payments' | 'bookings'>;

const MOST_BOOKINGS = 100;

export function presentShareAmount({ settings }: ConsoleContext, asset: string, units: bigint): Sum {
  const { name, decimals } = describeAsset(settings().catalog, asset);
  return { amount: formatExactUnits(units, asset, decimals), unit: name };
}

/** Returns the payments to a partner, and the newest unmatched bank bookings, one of which may be the next payment. */
export async function readPartnerShares(context: ConsoleContext, id: string, person: ConsolePerson): Promise<Shares> {
  const { database } = context;
  const [payments, entries] = await Promise.all([
    listSharePayments(database, id),
    listUnallocatedEntries(database, MOST_BOOKINGS),
  ]);
  return {
    payments: payments.map(({ entryId, asset, units, until, paidAt, who, approvedBy }) => ({
      entry: entryId,
      amount: presentShareAmount(context, asset, units),
      until: until.toISOString(),
      paidAt: paidAt.toISOString(),
      requestedBy: who,
      approvedBy,
    })),
    bookings: entries.map((entry) => presentBooking(entry, person)),
  };
}

function presentBooking(entry: StoredEntry, { roles }: ConsolePerson): Shares['bookings'][number] {
  const { id, direction, amount, bookedOn, counterpartyName } = entry;
  return {
    entry: id,
    direction,
    amount: presentAmount(amount),
    bookedOn,
    party: maskNameForRoles(roles, counterpartyName),
  };
}

/**
 * Returns how booking a share payment would change the owed amount, by the same check as its execution; the amounts are
 * null if it would be refused. Throws `not_found` for an unknown partner.
 */
export async function previewShares(
  context: ConsoleContext,
  { partner, entry: entryId, until }: ConsoleCallInput<'previewShares'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'previewShares'>> {
  const { database, persons } = context;
  await requireKnownPartner(database, partner);
  const entry = await findEntry(database, entryId);
  const booked = describeBooking(entry);
  const judged = await tryJudgeSharePayment(
    database,
    { partnerId: partner, entryId, until, ...booked },
    await database.now(),
  );
  const option = buildActionOption(await persons(database), person, {
    action: bookSharePayment.name,
    subject: partner,
    input: { entry: entryId, until, ...booked },
    ...bookSharePayment.button(booked),
    needsSecondApproval: true,
    problem: typeof judged === 'string' ? `${judged.charAt(0).toUpperCase()}${judged.slice(1)}.` : undefined,
  });
  if (typeof judged === 'string') return { act: option, owed: null, left: null };
  const { asset, owed, units } = judged;
  return {
    act: option,
    owed: presentShareAmount(context, asset, owed),
    left: presentShareAmount(context, asset, owed - units),
  };
}

async function tryJudgeSharePayment(
  database: Queryable,
  request: SharePaymentRequest,
  now: Date,
): Promise<JudgedSharePayment | string> {
  try {
    return await judgeSharePayment(database, request, now);
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}
