import { type Amount, formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { addPersonMarks } from '../../../account/personStore.ts';
import { findEntryKey } from '../../../ledger/entryKeyStore.ts';
import { postEntry } from '../../../ledger/ledgerStore.ts';
import { move } from '../../../ledger/posting.ts';
import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { applyEvent } from '../../order/machine/applyEvent.ts';
import { findTransferReferences } from '../../order/numbers/transferReference.ts';
import type { Order } from '../../order/order.ts';
import type { Assessment } from '../../order/orderEventKinds.ts';
import { findOrderByTransferReference, lockOrder, readTransactionTime } from '../../order/orderStore.ts';
import { assessOrder } from '../assessment/assessOrder.ts';
import { buildAllocationKey, lockEntryInStatus, type StoredEntry, settleEntry } from '../bankEntryStore.ts';
import type { PaymentContext } from '../cardPayments/concludePayment.ts';
import { recordRecall } from './recordRecall.ts';
import { listNewReceipts } from './transferBookingStore.ts';

const BATCH = 50;

/**
 * Why a booking is not matched with an order yet. `possible_duplicate`: possibly a duplicate that the bank reported with other
 * texts. `not_itemized`: a collective booking whose parts the bank has not listed yet. `returned`: the bank reports it as a
 * returned transfer, but it is none of the refunds. `clawed_back`: a debit that recalls more than its order received.
 */
export type UnallocatedReason =
  | 'no_reference'
  | 'unknown_reference'
  | 'wrong_currency'
  | 'unknown_transfer'
  | 'clawed_back'
  | 'possible_duplicate'
  | 'not_itemized'
  | 'returned';

/**
 * Matches every new booking with its order and applies it, except those that may be the operator's transfers or their returns.
 * A booking without an order becomes unallocated and waits for the operator. Bookings that wait for a price do not block
 * others.
 */
export async function allocateReceipts(context: PaymentContext): Promise<void> {
  let last: string | null = null;
  do {
    const entries: readonly StoredEntry[] = await listNewReceipts(context.database, last, BATCH);
    for (const entry of entries) await allocateEntry(context, entry);
    last = entries.length < BATCH ? null : (entries.at(-1)?.id ?? null);
  } while (last !== null);
}

async function allocateEntry(context: PaymentContext, entry: StoredEntry): Promise<void> {
  const suspicion = findSuspicion(entry);
  if (suspicion) return markUnallocated(context, entry, suspicion, undefined);
  const found = await findOrder(context, entry);
  if (typeof found === 'string') return markUnallocated(context, entry, found, undefined);
  if (entry.direction === 'debit') {
    if (!(await recordOrderRecall(context, entry, found))) await markUnallocated(context, entry, 'clawed_back', found);
    return;
  }
  const done = await allocateToOrder(context, entry, found, 'new');
  // The booking pays its order, but it also contains a refund's id, which is reported to the operator.
  if (done === 'allocated' && entry.refundDoubt) await alertEntry(context.database, entry, entry.refundDoubt, found);
}

/** Records a debit that took back money of an order. Returns false if it is more than was received for the order. */
async function recordOrderRecall(context: PaymentContext, { id }: StoredEntry, order: Order): Promise<boolean> {
  return context.database.transaction(async (transaction) => {
    const entry = await lockEntryInStatus(transaction, id, 'new');
    if (!entry) return true;
    if (!(await recordRecall(context.machine, transaction, entry, order))) return false;
    await alertEntry(transaction, entry, 'clawed_back', order);
    return true;
  });
}

/** Returns why a booking must not be matched automatically, regardless of its text; undefined if it may be matched. */
function findSuspicion({
  doubt,
  direction,
  reversal,
  refundDoubt,
  unitemized,
}: StoredEntry): UnallocatedReason | undefined {
  if (unitemized > 0) return 'not_itemized';
  if (doubt !== null) return 'possible_duplicate';
  if (direction === 'credit') return reversal ? 'returned' : undefined;
  return refundDoubt === null ? undefined : 'unknown_transfer';
}

async function findOrder({ database }: PaymentContext, entry: StoredEntry): Promise<Order | UnallocatedReason> {
  const references = findReceiptReferences(entry);
  if (references.length === 0) return entry.direction === 'debit' ? 'unknown_transfer' : 'no_reference';
  for (const reference of references) {
    const order = await findOrderByTransferReference(database, reference);
    if (order) return order.payCurrency === entry.amount.asset.code ? order : 'wrong_currency';
  }
  return 'unknown_reference';
}

/**
 * Returns the references in the payer's text, or else those in the other fields. For a debit only the payer's text is read,
 * since a bank's fee may name its transfer in other fields.
 */
function findReceiptReferences({ remittance, endToEndId, furtherText, direction }: StoredEntry): readonly string[] {
  const places = direction === 'credit' ? [remittance, endToEndId, furtherText] : [remittance];
  return places.map(findTransferReferences).find((found) => found.length > 0) ?? [];
}

/**
 * Applies a receipt to an order. If the receipt completes the payment, the guards are evaluated and the order is priced first.
 * Returns `later` without a price, or if the booking is locked or no longer in the status `from`, or if `alongside.isAllowed`
 * returns false. `alongside.write` is committed with the allocation.
 */
export async function allocateToOrder(
  context: PaymentContext,
  entry: StoredEntry,
  order: Order,
  from: 'new' | 'unallocated',
  alongside?: { isAllowed(transaction: Transaction): Promise<boolean>; write(transaction: Transaction): Promise<void> },
): Promise<'allocated' | 'later'> {
  const bankAccount = { number: entry.counterpartyAccount, holder: entry.counterpartyName };
  if (order.buyerId !== null) await addPersonMarks(context.database, order.buyerId, { bankAccount });
  const assessment = isCompletingPayment(order, entry)
    ? ((await assessOrder(context, order, { bankAccount })) ?? null)
    : null;
  return context.database.transaction(async (transaction) => {
    if (alongside && !(await alongside.isAllowed(transaction))) return 'later';
    const taken = await lockEntryInStatus(transaction, entry.id, from);
    if (!taken) return 'later';
    const { order: before } = await lockOrder(transaction, order.id);
    if (isCompletingPayment(before, entry) && !assessment?.pricing) return 'later';
    if (from === 'unallocated') await postUnallocated(transaction, entry, 'allocated');
    const surplus = await applyReceipt(context, transaction, { entry, before, assessment });
    await settleEntry(transaction, entry.id, { status: 'order', orderId: order.id, surplus, reason: null });
    await alongside?.write(transaction);
    return 'allocated';
  });
}

/** Applies the receipt's event and returns the surplus of the receipt. */
async function applyReceipt(
  { machine }: PaymentContext,
  transaction: Transaction,
  assessed: { readonly entry: StoredEntry; readonly before: Order; readonly assessment: Assessment | null },
): Promise<Amount> {
  const { entry, before, assessment } = assessed;
  const applied = await applyEvent(machine, transaction, before.id, {
    kind: 'payment_received',
    key: `receipt:${entry.id}`,
    facts: { receiptId: entry.id, units: entry.amount.units, assessment },
  });
  return subtractAmounts(applied.order.surplus, before.surplus);
}

function isCompletingPayment(order: Order, entry: StoredEntry): boolean {
  return order.status === 'awaiting_payment' && order.received.units + entry.amount.units >= order.pay.units;
}

/**
 * Marks a booking that cannot be applied to an order as unallocated and raises an alert. `order`: an order whose money the
 * booking recalls; it is flagged as a risk.
 */
async function markUnallocated(
  context: PaymentContext,
  entry: StoredEntry,
  reason: UnallocatedReason,
  order: Order | undefined,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (!(await lockEntryInStatus(transaction, entry.id, 'new'))) return;
    await postUnallocated(transaction, entry, 'unallocated');
    const why = entry.refundDoubt ?? reason;
    await settleEntry(transaction, entry.id, { status: 'unallocated', orderId: null, surplus: null, reason: why });
    await alertEntry(transaction, entry, why, order);
    // The payer's bank has recalled the order's money: the order must not proceed.
    if (order) {
      await applyEvent(context.machine, transaction, order.id, {
        kind: 'risk_flagged',
        key: `receipt:${entry.id}:clawed_back`,
        facts: { reason: 'transfer_recalled' },
      });
    }
  });
}

async function alertEntry(
  database: Queryable,
  entry: StoredEntry,
  reason: string,
  order: Order | undefined,
): Promise<void> {
  await raiseAlert(database, {
    key: `bank:${entry.id}`,
    orderId: order?.id ?? null,
    kind: 'bank_entry',
    facts: {
      entry: entry.id,
      reason,
      direction: entry.direction,
      amount: `${formatAmount(entry.amount)} ${entry.amount.asset.code}`,
      endToEndId: entry.endToEndId,
      orderNo: order?.orderNo ?? '',
      ...(entry.doubt !== null && { perhaps: entry.doubt }),
    },
  });
}

/** Posts a booking to the unallocated account, or out of it. */
export async function postUnallocated(
  transaction: Transaction,
  entry: StoredEntry,
  kind: 'unallocated' | 'allocated',
): Promise<void> {
  const comesIn = (entry.direction === 'credit') === (kind === 'unallocated');
  const postings = comesIn
    ? move(entry.amount, 'liability:unallocated', 'asset:bank')
    : move(entry.amount, 'asset:bank', 'liability:unallocated');
  const key =
    kind === 'allocated'
      ? await findEntryKey(transaction, buildAllocationKey(entry.id))
      : `bank:${entry.id}:unallocated`;
  const now = await readTransactionTime(transaction);
  await postEntry(transaction, { kind, key, postings }, null, now);
}
