import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { buildReversalKey, extractFact } from '../../ledger/entryKey.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { findManualBooking, lockManualBookings, type ManualBooking } from '../../ledger/manualBookingStore.ts';
import { type Entry, reversePostings } from '../../ledger/posting.ts';
import { formatUtcMinute } from '../../notification/duty/duty.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { requestRun } from '../reconciliationRunStore.ts';
import { formatPostings } from './formatPostings.ts';
import { findReversalProblem, reopenBookingSource } from './reversal.ts';

const inputSchema = fields('moves');

/**
 * Reverses a manual booking, and requests a reconciliation run. Its source, such as a bank booking, is open again and can be
 * booked correctly.
 */
export const reverseManualBooking = defineAction({
  name: 'reverse-booking',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject, { moves }) => `Reverse ${subject}, which moved ${moves}`,
  money: 'Reverses a manual booking',
  button: ({
    key,
    moves,
    who,
    at,
    why,
  }: Pick<ManualBooking, 'key' | 'who' | 'at' | 'why'> & { readonly moves: string }) => ({
    label: `Reverse ${extractFact(key)}`,
    effect: `Reverses ${moves}, booked by ${who} on ${formatUtcMinute(at)} (“${why}”). The item that it was booked from is open again.`,
  }),
  command: {
    usage: 'reverse-booking KEY',
    about:
      'reverses a manual booking (list bookings shows the keys); the item that it was booked from is open again; needs two people',
    async read({ database }, [key = '']) {
      const booking = await findManualBooking(database, key);
      if (!booking) throw new CommandError(`there is no manual booking ${key || 'KEY'}: list bookings`);
      const problem = await findReversalProblem(database, booking);
      if (problem !== undefined) throw new CommandError(problem);
      const { catalog } = await readSettings(database);
      return { subject: key, input: { moves: formatPostings(catalog, booking.postings) } };
    },
  },
  doneBy: 'clerk',
  execute,
});

/**
 * Returns the reversing entry: the same postings with inverted signs, and the original entry's id. The database permits one
 * reversal per entry. Pure.
 */
export function buildReversalEntry({ transaction, key, kind, postings }: ManualBooking): Entry {
  return {
    kind: `${kind}_reversed`,
    key: buildReversalKey(key),
    reversesId: transaction,
    postings: reversePostings(postings),
  };
}

async function execute({ database }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject: key, who, why, approvedBy } = request;
  const { catalog } = await readSettings(database);
  return async (transaction) => {
    await lockManualBookings(transaction);
    const booking = await findManualBooking(transaction, key);
    if (!booking) throw new CommandError(`there is no manual booking ${key || 'KEY'}`);
    if (request.input.moves !== formatPostings(catalog, booking.postings))
      throw new CommandError(
        `${key} moved ${formatPostings(catalog, booking.postings)}, but something else was signed`,
      );
    const problemNow = await findReversalProblem(transaction, booking);
    if (problemNow !== undefined) throw new CommandError(problemNow);
    await reopenBookingSource(transaction, booking);
    await postEntry(transaction, buildReversalEntry(booking), null, await readTransactionTime(transaction));
    await requestRun(transaction, who);
    await appendAuditLine(transaction, {
      who,
      approvedBy,
      why,
      action: 'reverse-booking',
      subject: extractFact(key),
      before: { kind: booking.kind, by: booking.who, at: booking.at.toISOString() },
      after: { key: buildReversalKey(key), moves: formatPostings(catalog, reversePostings(booking.postings)) },
    });
    return `${extractFact(key)} is reversed: ${formatPostings(catalog, reversePostings(booking.postings))}`;
  };
}
