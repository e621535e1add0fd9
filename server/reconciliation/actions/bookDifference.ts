import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { lockManualBookings, postManualBooking } from '../../ledger/manualBookingStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { computeComparisonWindow } from '../compareExternalAccount.ts';
import { insertBookedRows, readBookedRows, selectRowsToBook } from '../differences/differenceBookingStore.ts';
import { buildDifferenceEntry, type DifferenceOutcome, findDifferenceOutcome } from '../differences/differenceEntry.ts';
import { type Difference, lockDifference } from '../differences/differenceStore.ts';
import { findReadingState, readMachineClock } from '../externalAccountStore.ts';
import { findLedgerSide } from '../externalAccounts/findLedgerSide.ts';
import { requestRun } from '../reconciliationRunStore.ts';
import { findBookable } from './bookable.ts';
import { buildSignedDifference, findDifferenceBookingProblem, isAsSigned } from './differenceRules.ts';
import { requireNoProblem, requireOpenDifference } from './requireOpenDifference.ts';

const inputSchema = fields('as', 'units', 'rows');

/** The facts of the button, as formatted text. `isHalting`: whether the difference halts payments. */
type DifferenceBooking = {
  readonly as: DifferenceOutcome;
  readonly amount: string;
  readonly postings: string;
  readonly isHalting: boolean;
};

/**
 * Books a difference, exactly as it was signed, as lost or gained, so that the ledger equals the external account. Also
 * requests a comparison: the difference's halts end once that finds no difference.
 */
export const bookDifference = defineAction({
  name: 'book-difference',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject, { as }) =>
    as === 'lost' ? `Write off difference ${subject}` : `Book difference ${subject} as a gain`,
  money: 'Posts the difference as a loss or a gain',
  button: ({ as, amount, postings, isHalting }: DifferenceBooking) => ({
    label: as === 'lost' ? `Write off ${amount}` : `Book ${amount} as a gain`,
    effect: `${postings}. The ledger then matches the counterparty${
      isHalting ? ', and what the difference halts resumes after the next comparison' : ''
    }. The ${as === 'lost' ? 'loss' : 'gain'} counts toward the net margin.`,
  }),
  command: {
    usage: 'book-difference DIFFERENCE --as lost | gained',
    about:
      'posts a difference as a loss or a gain, so that the ledger agrees with the external account; needs two people; reverse-booking reverses it',
    async read(context, [id = '']) {
      const difference = await requireOpenDifference(context, id);
      const { as = '' } = context.options;
      if (as !== 'lost' && as !== 'gained')
        throw new CommandError(`give --as ${findDifferenceOutcome(difference) ?? 'lost | gained'}`);
      requireNoProblem(id, findDifferenceBookingProblem(difference, as));
      return { subject: id, input: { as, ...buildSignedDifference(difference) } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ database }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { catalog } = await readSettings(database);
  const id = parseRecordNumber(request.subject);
  const { who, why, approvedBy } = request;
  const { as } = request.input;
  return async (transaction) => {
    // No other manual booking can be made between the following reads and the posting.
    await lockManualBookings(transaction);
    const difference = await lockDifference(transaction, id);
    if (!difference || !isAsSigned(difference, request.input))
      throw new CommandError(`difference ${id} has changed since the request: check it and request again`);
    const problem =
      findDifferenceBookingProblem(difference, as) ?? (await findLedgerChange(transaction, catalog, difference));
    if (problem !== undefined) throw new CommandError(`difference ${id}: ${problem}`);
    const entry = buildDifferenceEntry(catalog, difference, request.id);
    const booked = await postManualBooking(transaction, entry, {
      request: request.id,
      at: await readTransactionTime(transaction),
    });
    if (booked === undefined) throw new CommandError(`difference ${id}: there is nothing to book`);
    await insertBookedRows(transaction, difference, booked);
    await requestRun(transaction, who);
    const { place, asset, units, account } = difference;
    await appendAuditLine(transaction, {
      who,
      approvedBy,
      why,
      action: 'book-difference',
      subject: `difference ${id}`,
      before: null,
      after: { as, place, account, asset, units: units.toString(), key: entry.key },
    });
    return `difference ${id} is booked as ${as}: what it had halted resumes after the next comparison, which was requested`;
  };
}

/**
 * Returns why the difference cannot be booked as compared: the external account is unknown, its part of the ledger has changed
 * since the comparison, or one of the difference's rows has to be booked separately. Undefined if it can be booked.
 */
async function findLedgerChange(
  transaction: Transaction,
  catalog: Catalog,
  { place, asset, rows, unitsWithoutRows }: Difference,
): Promise<string | undefined> {
  const [here, known] = [findLedgerSide(catalog, place), await findReadingState(transaction, place)];
  if (!here || !known?.begunAt) return `there is no external account ${place}`;
  const { since } = computeComparisonWindow(known.begunAt, await readMachineClock(transaction));
  const booked = await readBookedRows(transaction, place);
  const assetRows = [...(await here.readRows(transaction, since)), ...booked.rows].filter((row) => row.asset === asset);
  for (const { id, here: compared } of selectRowsToBook({ rows })) {
    const sum = assetRows.reduce((units, row) => (row.id === id ? units + row.units : units), 0n);
    if (sum !== compared) return `row ${id} was booked in the meantime`;
    const bookable = await findBookable(transaction, id);
    if (bookable && UNBOOKED_STATUSES.has(bookable.status)) return `row ${id} has to be booked separately`;
  }
  const presentUnits = (await here.readBalancesWithoutRows?.(transaction))?.get(asset) ?? 0n;
  return presentUnits === unitsWithoutRows ? undefined : 'part of it was booked in the meantime';
}

/** Statuses of a reported row that is not booked yet and can still be, automatically or by a person. */
const UNBOOKED_STATUSES: ReadonlySet<string> = new Set(['new', 'unallocated', 'aside']);
