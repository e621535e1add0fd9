import { findEntryKey } from '../../ledger/entryKeyStore.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { readTransactionTime } from '../order/orderStore.ts';
import { awaitEntryInStatus, buildAllocationKey, type StoredEntry, settleEntry } from '../payment/bankEntryStore.ts';
import { insertBankRefund } from './bankRefundStore.ts';
import type { Creditor, RefundCommandResult } from './redirectRefund.ts';
import { createRefundId } from './refundId.ts';

/**
 * Refunds an unmatched receipt to the account that the bank reported, or to `creditor`. At most once: afterwards the
 * booking is no longer unallocated.
 */
export async function refundUnallocatedReceipt(
  transaction: Transaction,
  entryId: string,
  creditor: Creditor,
): Promise<RefundCommandResult> {
  const entry = await awaitEntryInStatus(transaction, entryId, 'unallocated');
  const why = findReceiptRefundObstacle(entry, creditor);
  if (!entry || why !== undefined) return { kind: 'refused', why: why ?? NO_UNALLOCATED_MONEY };
  const creditorName = creditor.name || entry.counterpartyName;
  const creditorAccount = creditor.account || entry.counterpartyAccount;
  const refundId = createRefundId();
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
  // The same key as for an allocation to an order or by the operator: the database rejects the second use.
  const key = await findEntryKey(transaction, buildAllocationKey(entry.id));
  await postEntry(transaction, { kind: 'returned', key, postings }, null, await readTransactionTime(transaction));
  await settleEntry(transaction, entry.id, { status: 'returned', orderId: null, surplus: null, reason: entry.reason });
  return { kind: 'ok', refundId };
}

const NO_UNALLOCATED_MONEY = 'there is no such unmatched payment';

/** Returns why a booking cannot be refunded in its current state; undefined if it can. Pure. */
export function findReceiptRefundObstacle(entry: StoredEntry | undefined, creditor: Creditor): string | undefined {
  if (entry?.status !== 'unallocated' || entry.direction !== 'credit') return NO_UNALLOCATED_MONEY;
  const isKnown =
    (creditor.name || entry.counterpartyName) !== '' && (creditor.account || entry.counterpartyAccount) !== '';
  return isKnown
    ? undefined
    : 'the bank did not name the sender: give the account holder and number with --name and --account';
}
