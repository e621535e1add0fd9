import { factOf } from '../../ledger/entryKey.ts';
import type { HandBooking } from '../../ledger/handBookingStore.ts';
import { type AlertKind, findAlertOf, keepAlert } from '../../notification/alertStore.ts';
import { dropSharePayment } from '../../partner/shareStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { findEntry, takeEntry } from '../../purchase/payment/bankEntryStore.ts';
import { bookedWith } from '../../reconciliation/differenceBookingStore.ts';
import { findLine, settleLine, takeLine } from '../../treasury/acquirer/acquirerLineStore.ts';
import { unmarkOwn } from '../../treasury/bank/ownBookingStore.ts';
import { findMovement, settleMovement, takeMovement } from '../../treasury/venue/movementStore.ts';
import { CommandError } from '../commandError.ts';

/** What was booked by hand, by the fact that its key names, and how it waits again when the booking is reversed. */
type Undoing = {
  readonly names: RegExp;
  /** Why it cannot wait again: what followed from it cannot be undone. */
  readonly against: (database: Queryable, id: string) => Promise<string | undefined>;
  /** Throws {@link CommandError} where another worker has it. */
  readonly wait: (transaction: Transaction, id: string) => Promise<void>;
};

const nothing = async () => undefined;

const undoings: readonly Undoing[] = [
  {
    names: /^bank:(.+):allocated$/,
    async against(database, id) {
      const entry = await findEntry(database, id);
      if (entry?.status === 'treasury') return undefined;
      return `booking ${id} ${FOLLOWED[entry?.status ?? ''] ?? 'is not what it was booked as any more'}`;
    },
    async wait(transaction, id) {
      if (!(await takeEntry(transaction, id, 'treasury'))) throw new CommandError(`booking ${id} is being worked on`);
      await unmarkOwn(transaction, id);
      await dropSharePayment(transaction, id);
      await tell(transaction, `bank:${id}`, 'bank_entry', { entry: id });
    },
  },
  {
    names: /^acquirer:[^:]+:(.+)$/,
    async against(database, id) {
      const line = await findLine(database, id);
      return line?.status === 'posted' ? undefined : `line ${id} is not what it was booked as any more`;
    },
    async wait(transaction, id) {
      const line = await findLine(transaction, id);
      const taken = line && (await takeLine(transaction, line, 'posted'));
      if (!taken) throw new CommandError(`line ${id} is being worked on`);
      await settleLine(transaction, taken, 'aside');
      await tell(transaction, `acquirer:${taken.acquirer}:${id}`, 'acquirer_line', { line: id });
    },
  },
  {
    // The product's own booking of it, as on its way, stands.
    names: /^venue:[^:]+:(.+):owner$/,
    against: nothing,
    wait: nothing,
  },
  {
    names: /^venue:[^:]+:(.+)$/,
    async against(database, id) {
      const movement = await findMovement(database, id);
      return movement?.status === 'posted' ? undefined : `movement ${id} is not what it was booked as any more`;
    },
    async wait(transaction, id) {
      const movement = await findMovement(transaction, id);
      const taken = movement && (await takeMovement(transaction, movement, 'posted'));
      if (!taken) throw new CommandError(`movement ${id} is being worked on`);
      await settleMovement(transaction, taken, 'aside');
      await tell(transaction, `venue:${taken.venue}:${id}`, 'venue_movement', { movement: id });
    },
  },
  // Nothing waits for these: who knows it better books it anew.
  { names: /^swap:(.+)$/, against: nothing, wait: nothing },
  { names: /^deposit:(.+)$/, against: nothing, wait: nothing },
  { names: /^difference:(.+)$/, against: nothing, wait: nothing },
];

/** What became of a booking of the bank, by its status. */
const FOLLOWED: Readonly<Record<string, string>> = {
  order: 'is an order’s since',
  refund: 'is a refund’s since',
  returned: 'was sent back since',
  recovered: 'has paid back a loss since',
  itemised: 'is told by its parts since',
  unallocated: 'waits already',
};

function undoingFor(booking: Pick<HandBooking, 'key'>): { readonly id: string; readonly undoing: Undoing } {
  const fact = factOf(booking.key);
  for (const undoing of undoings) {
    const id = undoing.names.exec(fact)?.[1];
    if (id !== undefined) return { id, undoing };
  }
  throw new CommandError(`${fact} is nothing that is booked by hand`);
}

/** Why a booking cannot be reversed as things stand, by name; undefined where it can. */
export async function whyNotReversed(database: Queryable, booking: HandBooking): Promise<string | undefined> {
  const { id, undoing } = undoingFor(booking);
  if (booking.reversedAt !== null) return `${factOf(booking.key)} was reversed before`;
  const difference = await bookedWith(database, id);
  if (difference !== undefined) return `it is a row of ${difference}, which was booked since: reverse that first`;
  return undoing.against(database, id);
}

/** What was booked waits again. */
export async function waitAgain(transaction: Transaction, booking: HandBooking): Promise<void> {
  const { id, undoing } = undoingFor(booking);
  await undoing.wait(transaction, id);
}

async function tell(
  transaction: Transaction,
  key: string,
  kind: AlertKind,
  named: Readonly<Record<string, string>>,
): Promise<void> {
  const facts = { ...(await findAlertOf(transaction, key))?.facts, ...named, reason: 'booking_reversed' };
  await keepAlert(transaction, { key, orderId: null, kind, facts });
}
