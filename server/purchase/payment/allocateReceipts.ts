import { type Amount, formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { addPersonMarks } from '../../account/personStore.ts';
import { keyOfFact } from '../../ledger/entryKeyStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { applyEvent } from '../order/applyEvent.ts';
import type { Assessment } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { findOrderByTransferReference, lockOrder, transactionTime } from '../order/orderStore.ts';
import { referencesIn } from '../order/transferReference.ts';
import { assessOrder } from './assessOrder.ts';
import { allocationOf, type StoredEntry, settleEntry, takeEntry } from './bankEntryStore.ts';
import type { PaymentContext } from './paymentNews.ts';
import { recallReceipt } from './recallReceipt.ts';
import { newReceipts } from './transferBookingStore.ts';

const BATCH = 50;

/**
 * Why a booking is matched with no order yet. `told_before`: the bank may have told it before, in other words;
 * `not_itemised`: it is of several transactions, which the bank has not told yet;
 * `returned`: the bank says that it brings a transfer back, and it is none of the refunds.
 */
export type Unallocated =
  | 'no_reference'
  | 'unknown_reference'
  | 'wrong_currency'
  | 'not_ours'
  | 'taken_back'
  | 'told_before'
  | 'not_itemised'
  | 'returned';

/**
 * Finds the order of every booking that has come and tells it. What belongs to no order waits for the operator. Those that
 * have to wait for a price keep no other one back.
 */
export async function allocateReceipts(context: PaymentContext): Promise<void> {
  let last: string | null = null;
  do {
    const entries: readonly StoredEntry[] = await newReceipts(context.database, last, BATCH);
    for (const entry of entries) await allocate(context, entry);
    last = entries.length < BATCH ? null : (entries.at(-1)?.id ?? null);
  } while (last !== null);
}

async function allocate(context: PaymentContext, entry: StoredEntry): Promise<void> {
  const suspicion = suspicionOf(entry);
  if (suspicion) return putAside(context, entry, suspicion, undefined);
  const found = await findOrderOf(context, entry);
  if (typeof found === 'string') return putAside(context, entry, found, undefined);
  if (entry.direction === 'debit') {
    if (!(await takeBack(context, entry, found))) await putAside(context, entry, 'taken_back', found);
    return;
  }
  const done = await allocateTo(context, entry, found, 'new');
  // It pays its order like every other; that it also bears a refund's id is for a person to know.
  if (done === 'allocated' && entry.refundDoubt) await reportEntry(context.database, entry, entry.refundDoubt, found);
}

/** Money of an order left our account again. False when it is more than had come for the order. */
async function takeBack(context: PaymentContext, { id }: StoredEntry, order: Order): Promise<boolean> {
  return context.database.transaction(async (transaction) => {
    const entry = await takeEntry(transaction, id, 'new');
    if (!entry) return true;
    if (!(await recallReceipt(context.machine, transaction, entry, order))) return false;
    await reportEntry(transaction, entry, 'taken_back', order);
    return true;
  });
}

/** What says that a booking must not find an order by itself, whatever text it bears. */
function suspicionOf({ doubt, direction, reversal, refundDoubt, unitemised }: StoredEntry): Unallocated | undefined {
  if (unitemised > 0) return 'not_itemised';
  if (doubt !== null) return 'told_before';
  if (direction === 'credit') return reversal ? 'returned' : undefined;
  return refundDoubt === null ? undefined : 'not_ours';
}

async function findOrderOf({ database }: PaymentContext, entry: StoredEntry): Promise<Order | Unallocated> {
  const references = referencesOfReceipt(entry);
  if (references.length === 0) return entry.direction === 'debit' ? 'not_ours' : 'no_reference';
  for (const reference of references) {
    const order = await findOrderByTransferReference(database, reference);
    if (order) return order.payCurrency === entry.amount.asset.code ? order : 'wrong_currency';
  }
  return 'unknown_reference';
}

/**
 * What the payer wrote as the text counts before what stands elsewhere. Of a debit the text alone: a bank's fee may name
 * the transfer that it is for.
 */
function referencesOfReceipt({ remittance, endToEndId, furtherText, direction }: StoredEntry): readonly string[] {
  const places = direction === 'credit' ? [remittance, endToEndId, furtherText] : [remittance];
  return places.map(referencesIn).find((found) => found.length > 0) ?? [];
}

/**
 * Tells an order that money came for it. Where the sum is full the guards are judged and the amount is priced first;
 * without a price the booking waits. `alongside` is committed with it, and says first whether it may be.
 */
export async function allocateTo(
  context: PaymentContext,
  entry: StoredEntry,
  order: Order,
  from: 'new' | 'unallocated',
  alongside?: { mayBe(transaction: Transaction): Promise<boolean>; write(transaction: Transaction): Promise<void> },
): Promise<'allocated' | 'later'> {
  const bankAccount = { number: entry.counterpartyAccount, holder: entry.counterpartyName };
  if (order.buyerId !== null) await addPersonMarks(context.database, order.buyerId, { bankAccount });
  const assessment = completes(order, entry) ? ((await assessOrder(context, order, { bankAccount })) ?? null) : null;
  return context.database.transaction(async (transaction) => {
    if (alongside && !(await alongside.mayBe(transaction))) return 'later';
    const taken = await takeEntry(transaction, entry.id, from);
    if (!taken) return 'later';
    const { order: before } = await lockOrder(transaction, order.id);
    if (completes(before, entry) && !assessment?.pricing) return 'later';
    if (from === 'unallocated') await postUnallocated(transaction, entry, 'allocated');
    const surplus = await applyReceipt(context, transaction, { entry, before, assessment });
    await settleEntry(transaction, entry.id, { status: 'order', orderId: order.id, surplus, reason: null });
    await alongside?.write(transaction);
    return 'allocated';
  });
}

/** The part of the receipt that was not asked for. */
async function applyReceipt(
  { machine }: PaymentContext,
  transaction: Transaction,
  told: { readonly entry: StoredEntry; readonly before: Order; readonly assessment: Assessment | null },
): Promise<Amount> {
  const { entry, before, assessment } = told;
  const applied = await applyEvent(machine, transaction, before.id, {
    kind: 'payment_received',
    key: `receipt:${entry.id}`,
    facts: { receiptId: entry.id, units: entry.amount.units, assessment },
  });
  return subtractAmounts(applied.order.surplus, before.surplus);
}

function completes(order: Order, entry: StoredEntry): boolean {
  return order.status === 'awaiting_payment' && order.received.units + entry.amount.units >= order.pay.units;
}

/** Keeps money that no order was found for as unallocated, and puts it before the operator. */
async function putAside(
  context: PaymentContext,
  entry: StoredEntry,
  reason: Unallocated,
  order: Order | undefined,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    if (!(await takeEntry(transaction, entry.id, 'new'))) return;
    await postUnallocated(transaction, entry, 'unallocated');
    const why = entry.refundDoubt ?? reason;
    await settleEntry(transaction, entry.id, { status: 'unallocated', orderId: null, surplus: null, reason: why });
    await reportEntry(transaction, entry, why, order);
    // The payer's bank has taken the money back: the order must not go on with it.
    if (order) {
      await applyEvent(context.machine, transaction, order.id, {
        kind: 'risk_flagged',
        key: `receipt:${entry.id}:taken_back`,
        facts: { reason: 'transfer_taken_back' },
      });
    }
  });
}

async function reportEntry(
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

/** What is put aside for a person, and taken from there. */
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
    kind === 'allocated' ? await keyOfFact(transaction, allocationOf(entry.id)) : `bank:${entry.id}:unallocated`;
  const now = await transactionTime(transaction);
  await postEntry(transaction, { kind, key, postings }, null, now);
}
