import { keyOfFact } from '../../ledger/entryKeyStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { transactionTime } from '../order/orderStore.ts';
import { allocationOf, type StoredEntry, settleEntry, takeEntry } from '../payment/bankEntryStore.ts';
import { insertBankRefund } from './bankRefundStore.ts';
import type { Creditor, Redirected } from './redirectRefund.ts';
import { newRefundId } from './requestBankRefunds.ts';

/**
 * Sends money that belongs to no order back: to the account that the bank named, unless `creditor` says another. Once: the
 * booking is unallocated no longer.
 */
export async function returnEntry(transaction: Transaction, entryId: string, creditor: Creditor): Promise<Redirected> {
  const entry = await takeEntry(transaction, entryId, 'unallocated');
  const why = whyNotReturned(entry, creditor);
  if (!entry || why !== undefined) return { kind: 'refused', why: why ?? NONE_WAITS };
  const creditorName = creditor.name || entry.counterpartyName;
  const creditorAccount = creditor.account || entry.counterpartyAccount;
  const refundId = newRefundId();
  await insertBankRefund(transaction, {
    id: refundId,
    receiptId: entry.id,
    orderId: null,
    purpose: 'surplus',
    amount: entry.amount,
    creditorName,
    creditorAccount,
  });
  const postings = move(entry.amount, 'liability:refund', 'liability:unallocated');
  // The key under which an order or the operator would take it: the database refuses the second.
  const key = await keyOfFact(transaction, allocationOf(entry.id));
  await postEntry(transaction, { kind: 'returned', key, postings }, null, await transactionTime(transaction));
  await settleEntry(transaction, entry.id, { status: 'returned', orderId: null, surplus: null, reason: entry.reason });
  return { kind: 'ok', refundId };
}

const NONE_WAITS = 'there is no such money that waits';

/** Why a booking cannot be sent back, as it stands now; undefined where it can. Pure. */
export function whyNotReturned(entry: StoredEntry | undefined, creditor: Creditor): string | undefined {
  if (entry?.status !== 'unallocated' || entry.direction !== 'credit') return NONE_WAITS;
  const isKnown =
    (creditor.name || entry.counterpartyName) !== '' && (creditor.account || entry.counterpartyAccount) !== '';
  return isKnown
    ? undefined
    : 'the bank did not say whose it was: name the holder and the account, --name and --account';
}
