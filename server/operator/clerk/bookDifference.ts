import { readSettings } from '../../configuration/readSettings.ts';
import { lockHandBookings, postByHand } from '../../ledger/handBookingStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { bookedRows, insertBookedRows, rowsToBook } from '../../reconciliation/differenceBookingStore.ts';
import { entryOfDifference } from '../../reconciliation/differenceEntry.ts';
import { type Difference, lockDifference } from '../../reconciliation/differenceStore.ts';
import { ledgerAt } from '../../reconciliation/ledgerAt.ts';
import { windowOf } from '../../reconciliation/lookAtPlace.ts';
import { findPlace, machineNow } from '../../reconciliation/placeStore.ts';
import { askForRun } from '../../reconciliation/runStore.ts';
import { CommandError } from '../commandError.ts';
import { numberOf } from '../numberOf.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { findBookable } from './bookable.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { isAsSigned, whyNotBooked } from './differenceRules.ts';

/**
 * Books a difference, exactly as it was signed, as lost or gained: from then on the ledger has what the place has. What it had
 * stopped goes on when the next comparison, which is asked for with it, finds that they agree.
 */
export async function bookDifference({ database }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { catalog } = await readSettings(database);
  const id = numberOf(request.subject);
  const { who, why, approvedBy, input } = request;
  return async (transaction) => {
    // Nothing else is booked by hand between what is read here and what is posted.
    await lockHandBookings(transaction);
    const difference = await lockDifference(transaction, id);
    if (!difference || !isAsSigned(difference, input))
      throw new CommandError(`difference ${id}: it is not what it was when it was asked for`);
    const against = whyNotBooked(difference, input['as'] ?? '') ?? (await whatMoved(transaction, catalog, difference));
    if (against !== undefined) throw new CommandError(`difference ${id}: ${against}`);
    const entry = entryOfDifference(catalog, difference, request.id);
    const booked = await postByHand(transaction, entry, {
      request: request.id,
      at: await transactionTime(transaction),
    });
    if (booked === undefined) throw new CommandError(`difference ${id}: there is nothing to book`);
    await insertBookedRows(transaction, difference, booked);
    await askForRun(transaction, who);
    const { place, asset, units, account } = difference;
    await appendAudit(transaction, {
      who,
      approvedBy,
      why,
      action: 'book-difference',
      subject: `difference ${id}`,
      before: null,
      after: { as: input['as'], place, account, asset, units: units.toString(), key: entry.key },
    });
    return `difference ${id} is booked as ${input['as']}: what it had stopped goes on when the books are compared again, which is asked for`;
  };
}

/** Why the ledger is no longer what was compared, in words; undefined where it is. A row that can be booked for itself is booked for itself. */
async function whatMoved(
  transaction: Transaction,
  catalog: Catalog,
  { place, asset, rows, besideUnits }: Difference,
): Promise<string | undefined> {
  const [here, known] = [ledgerAt(catalog, place), await findPlace(transaction, place)];
  if (!here || !known?.begunAt) return `there is no place ${place}`;
  const { since } = windowOf(known.begunAt, await machineNow(transaction));
  const booked = await bookedRows(transaction, place);
  const own = [...(await here.rows(transaction, since)), ...booked.rows].filter((row) => row.asset === asset);
  for (const { id, here: compared } of rowsToBook({ rows })) {
    const sum = own.reduce((units, row) => (row.id === id ? units + row.units : units), 0n);
    if (sum !== compared) return `row ${id} was booked meanwhile`;
    const bookable = await findBookable(transaction, id);
    if (bookable && WAITS.has(bookable.status)) return `row ${id} waits to be booked for itself`;
  }
  const beside = (await here.beside?.(transaction))?.get(asset) ?? 0n;
  return beside === besideUnits ? undefined : 'something of it was booked meanwhile';
}

/** Of what the sides tell us, what is not booked yet and still may be: by the product, or by a person. */
const WAITS: ReadonlySet<string> = new Set(['new', 'unallocated', 'aside']);
