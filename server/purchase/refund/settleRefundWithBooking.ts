import { formatAmount } from '@slipway/money/amount.ts';
import { settleAlertByKey } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { OrderMachine } from '../order/machine/applyEvent.ts';
import { awaitEntryInStatus, findUnallocatedDebits, type StoredEntry, settleEntry } from '../payment/bankEntryStore.ts';
import { postUnallocated } from '../payment/receipts/allocateReceipts.ts';
import { type BankRefund, lockBankRefund } from './bankRefundStore.ts';
import type { RefundCommandResult } from './redirectRefund.ts';
import { isSameAccount } from './refundBookingRules.ts';
import { settleRefund } from './settleBankRefunds.ts';

/**
 * Settles an unsent refund with an unmatched debit of the bank. The refund was sent in the period that a database restore
 * has lost, so neither the database nor the signer's record contains its file. Only a booking shows that the money has
 * left.
 */
export async function settleRefundWithBooking(
  machine: OrderMachine,
  transaction: Transaction,
  booked: { readonly refundId: string; readonly entryId: string; readonly by: string },
): Promise<RefundCommandResult> {
  const { refundId, entryId, by } = booked;
  const entry = await awaitEntryInStatus(transaction, entryId, 'unallocated');
  const refund = await lockBankRefund(transaction, refundId);
  if (!refund) return refused(`there is no refund ${refundId} by bank`);
  if (refund.status !== 'requested' || refund.sentFrom !== null)
    return refused(`refund ${refundId} is not waiting to be sent: ${refund.status}`);
  if (!entry) return refused(`there is no booking ${entryId} that is unmatched`);
  const why = findBookingMismatch(refund, entry);
  if (why !== undefined) return refused(why);
  await postUnallocated(transaction, entry, 'allocated');
  await settleEntry(transaction, entry.id, {
    status: 'refund',
    orderId: refund.orderId,
    surplus: null,
    reason: null,
    refundId: refund.id,
  });
  await settleRefund({ machine }, transaction, refund);
  await settleAlertByKey(transaction, `bank:${entry.id}`, by);
  await settleAlertByKey(transaction, `refund:${refund.id}:not_released:possibly_sent`, by);
  return { kind: 'ok', refundId };
}

/** Returns the unmatched debits that may be the booking of this refund, newest first. */
export async function listPossibleBookings(database: Database, refund: BankRefund): Promise<StoredEntry[]> {
  if (refund.status !== 'requested' || refund.sentFrom !== null) return [];
  const entries = await findUnallocatedDebits(database, refund.amount);
  return entries.filter((entry) => findBookingMismatch(refund, entry) === undefined);
}

/**
 * Returns why a booking is not that of the refund; undefined if it is. Uses the signer's criteria: the same amount to the
 * same account. The bank may omit the account if the booking has the refund's id.
 */
function findBookingMismatch(
  { id, amount, creditorAccount }: BankRefund,
  { id: entryId, direction, reversal, doubt, unitemized, amount: booked, endToEndId, counterpartyAccount }: StoredEntry,
): string | undefined {
  if (direction !== 'debit' || reversal) return `booking ${entryId} is not an outgoing transfer`;
  if (doubt !== null || unitemized > 0)
    return `booking ${entryId} may be a duplicate or a collective booking: resolve that first`;
  if (booked.asset.id !== amount.asset.id || booked.units !== amount.units)
    return `booking ${entryId} is ${formatAmount(booked)} ${booked.asset.code}, but the refund is ${formatAmount(amount)} ${amount.asset.code}`;
  const isNamed = endToEndId === id && counterpartyAccount === '';
  return isNamed || (counterpartyAccount !== '' && isSameAccount(counterpartyAccount, creditorAccount))
    ? undefined
    : `booking ${entryId} went to another account than the refund`;
}

function refused(why: string): RefundCommandResult {
  return { kind: 'refused', why };
}
