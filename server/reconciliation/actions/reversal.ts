import { CommandError } from '../../action/commandError.ts';
import { extractFact } from '../../ledger/entryKey.ts';
import type { ManualBooking } from '../../ledger/manualBookingStore.ts';
import { type AlertKind, findAlertByKey, raiseUpdatedAlert } from '../../notification/alertStore.ts';
import { deleteSharePayment } from '../../partner/shareStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { awaitEntryInStatus, findEntry } from '../../purchase/payment/bankEntryStore.ts';
import { findLine, lockLine, settleLine } from '../../treasury/acquirer/acquirerLineStore.ts';
import { unmarkOwnBooking } from '../../treasury/bank/ownBookingStore.ts';
import { findMovement, lockMovement, settleMovement } from '../../treasury/venue/movementStore.ts';
import { findDifferenceEntryKey } from '../differences/differenceBookingStore.ts';

/** How to reverse manual bookings whose key matches `keyPattern`, so that a person can classify their source again. */
type ReversalRule = {
  readonly keyPattern: RegExp;
  /** Returns why the booking cannot be reversed: it has consequences that cannot be undone. Undefined if it can. */
  readonly findProblem: (database: Queryable, id: string) => Promise<string | undefined>;
  /** Opens the source again and raises its alert. Throws {@link CommandError} if another worker has locked it. */
  readonly reopen: (transaction: Transaction, id: string) => Promise<void>;
};

const doNothing = async () => undefined;

const reversalRules: readonly ReversalRule[] = [
  {
    keyPattern: /^bank:(.+):allocated$/,
    async findProblem(database, id) {
      const entry = await findEntry(database, id);
      if (entry?.status === 'treasury') return undefined;
      return `booking ${id} ${CONSEQUENCES[entry?.status ?? ''] ?? 'is no longer as it was booked'}`;
    },
    async reopen(transaction, id) {
      if (!(await awaitEntryInStatus(transaction, id, 'treasury')))
        throw new CommandError(`booking ${id} is being processed`);
      await unmarkOwnBooking(transaction, id);
      await deleteSharePayment(transaction, id);
      await raiseReopenedAlert(transaction, `bank:${id}`, 'bank_entry', { entry: id });
    },
  },
  {
    keyPattern: /^acquirer:[^:]+:(.+)$/,
    async findProblem(database, id) {
      const line = await findLine(database, id);
      return line?.status === 'posted' ? undefined : `line ${id} is no longer as it was booked`;
    },
    async reopen(transaction, id) {
      const line = await findLine(transaction, id);
      const locked = line && (await lockLine(transaction, line, 'posted'));
      if (!locked) throw new CommandError(`line ${id} is being processed`);
      await settleLine(transaction, locked, 'aside');
      await raiseReopenedAlert(transaction, `acquirer:${locked.acquirer}:${id}`, 'acquirer_line', { line: id });
    },
  },
  {
    // Only the classification is reversed: the automatic booking of the movement as in transit remains.
    keyPattern: /^venue:[^:]+:(.+):owner$/,
    findProblem: doNothing,
    reopen: doNothing,
  },
  {
    keyPattern: /^venue:[^:]+:(.+)$/,
    async findProblem(database, id) {
      const movement = await findMovement(database, id);
      return movement?.status === 'posted' ? undefined : `movement ${id} is no longer as it was booked`;
    },
    async reopen(transaction, id) {
      const movement = await findMovement(transaction, id);
      const locked = movement && (await lockMovement(transaction, movement, 'posted'));
      if (!locked) throw new CommandError(`movement ${id} is being processed`);
      await settleMovement(transaction, locked, 'aside');
      await raiseReopenedAlert(transaction, `venue:${locked.venue}:${id}`, 'venue_movement', { movement: id });
    },
  },
  // These have no source to open again: a person requests the booking again.
  { keyPattern: /^swap:(.+)$/, findProblem: doNothing, reopen: doNothing },
  { keyPattern: /^deposit:(.+)$/, findProblem: doNothing, reopen: doNothing },
  { keyPattern: /^difference:(.+)$/, findProblem: doNothing, reopen: doNothing },
];

/** The consequence of a bank booking that prevents its reversal, by its status. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  order: 'now belongs to an order',
  refund: 'now belongs to a refund',
  returned: 'was returned since',
  recovered: 'now covers a loss',
  itemised: 'was replaced by its parts',
  unallocated: 'is already open',
};

function requireReversalRule(booking: Pick<ManualBooking, 'key'>): {
  readonly id: string;
  readonly rule: ReversalRule;
} {
  const fact = extractFact(booking.key);
  for (const rule of reversalRules) {
    const id = rule.keyPattern.exec(fact)?.[1];
    if (id !== undefined) return { id, rule };
  }
  throw new CommandError(`${fact} is not a manual booking`);
}

/** Returns why a booking cannot be reversed now; undefined if it can. */
export async function findReversalProblem(database: Queryable, booking: ManualBooking): Promise<string | undefined> {
  const { id, rule } = requireReversalRule(booking);
  if (booking.reversedAt !== null) return `${extractFact(booking.key)} is already reversed`;
  const difference = await findDifferenceEntryKey(database, id);
  if (difference !== undefined)
    return `${extractFact(booking.key)} is a row of ${difference}, which was booked later: reverse that first`;
  return rule.findProblem(database, id);
}

/** Opens the booking's source again and raises its alert, so that a person can classify it. Does nothing without a source. */
export async function reopenBookingSource(transaction: Transaction, booking: ManualBooking): Promise<void> {
  const { id, rule } = requireReversalRule(booking);
  await rule.reopen(transaction, id);
}

async function raiseReopenedAlert(
  transaction: Transaction,
  key: string,
  kind: AlertKind,
  named: Readonly<Record<string, string>>,
): Promise<void> {
  const facts = { ...(await findAlertByKey(transaction, key))?.facts, ...named, reason: 'booking_reversed' };
  await raiseUpdatedAlert(transaction, { key, orderId: null, kind, facts });
}
