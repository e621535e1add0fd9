import { randomUUID } from 'node:crypto';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Fault, Faults } from '../world/faults.ts';
import { type BankState, type Booking, book, promiseFile, type RefusedTransfer, type Transfer } from './bankBooks.ts';
import type { OrderedTransfer } from './painFiles.ts';
import type { TransferRequest } from './transferSchema.ts';

/** Codes of ISO 20022's external return reasons: following a cancellation request; the account is closed. */
const RECALLED = 'FOCR';
const REJECTED = 'AC04';
/** A code of its external status reasons: the transaction is forbidden on this account. */
const REFUSED = 'AG01';

/** What a currency is mistaken for: one with as many digits. */
const MISTAKEN_FOR: Readonly<Record<number, readonly [string, string]>> = {
  0: ['JPY', 'KRW'],
  2: ['USD', 'EUR'],
  3: ['KWD', 'BHD'],
  4: ['CLF', 'UYW'],
};

/** Books what came in, and promises the notification of it. */
export function bookTransfer(state: BankState, request: TransferRequest, faults: Faults, now: Date): Transfer {
  const { reference, amount, payerName, payerAccount } = request;
  const mistaken = faults.take('bank', ['wrong_currency'], 'transfer', reference);
  const recalled = faults.take('bank', ['payment_recalled'], 'transfer', reference);
  const forged = faults.take('bank', ['forged_ids'], 'transfer', reference);
  const currency = mistaken ? otherCurrency(request.currency) : request.currency;
  const bookedAt = now.toISOString();
  const booking = book(state, {
    direction: 'credit',
    amount,
    currency,
    bookedAt,
    // A payer writes what it likes, and knows the ids of refunds that it got.
    endToEndId: forged ? (state.refunds.at(-1)?.endToEndId ?? '') : request.endToEndId,
    remittance: reference,
    counterpartyName: payerName,
    counterpartyAccount: payerAccount,
  });
  const transfer: Transfer = {
    id: randomUUID(),
    bankReference: booking.reference,
    reference,
    amount,
    currency,
    payerName,
    payerAccount,
    bookedAt,
  };
  state.transfers.push(transfer);
  promiseFile(state, { createdAt: bookedAt, references: [booking.reference] });
  if (recalled) promiseReturn(state, booking, recalled.word ?? RECALLED, recalled, now);
  return transfer;
}

/**
 * Books those of the ordered transfers that were never booked before and are not refused, and promises one notification
 * of them, and a report on what is refused.
 */
export function bookOrder(state: BankState, ordered: readonly OrderedTransfer[], faults: Faults, now: Date): void {
  const known = new Set(state.refunds.map(({ endToEndId }) => endToEndId));
  const bookedAt = now.toISOString();
  const references: string[] = [];
  const refused: RefusedTransfer[] = [];
  for (const { messageId, blockId, ...transfer } of ordered) {
    if (known.has(transfer.endToEndId)) continue;
    known.add(transfer.endToEndId);
    const subject = `${transfer.endToEndId} ${transfer.remittance}`;
    const fault = faults.take('bank', ['transfer_refused'], 'order', subject);
    if (fault) {
      refused.push({ messageId, blockId, endToEndId: transfer.endToEndId, reason: fault.word ?? REFUSED });
      continue;
    }
    const { creditorName, creditorAccount, ...line } = transfer;
    const booking = book(state, {
      ...line,
      direction: 'debit',
      bookedAt,
      counterpartyName: creditorName,
      counterpartyAccount: creditorAccount,
    });
    state.refunds.push({ ...transfer, bankReference: booking.reference, bookedAt });
    references.push(booking.reference);
    const rejected = faults.take('bank', ['refund_rejected'], 'order', subject);
    if (rejected) promiseReturn(state, booking, rejected.word ?? REJECTED, rejected, now);
  }
  if (references.length > 0) promiseFile(state, { createdAt: bookedAt, references });
  if (refused.length > 0) promiseFile(state, { createdAt: bookedAt, references: [], refused });
}

/** Reverses what is due, each with a notification of its own. */
export function bookDueReturns(state: BankState, now: Date): void {
  const due = state.dueReturns.filter(({ dueAt }) => new Date(dueAt) <= now);
  state.dueReturns = state.dueReturns.filter((other) => !due.includes(other));
  for (const { reference, reason } of due) {
    const original = state.bookings.find((booking) => booking.reference === reference);
    if (original) reverse(state, original, reason, now.toISOString());
  }
}

function reverse(state: BankState, original: Booking, returnReason: string, bookedAt: string): void {
  const { reference, direction, ...line } = original;
  const back = book(state, {
    ...line,
    direction: direction === 'credit' ? 'debit' : 'credit',
    returnReason,
    bookedAt,
  });
  const transfer = state.transfers.find(({ bankReference }) => bankReference === reference);
  if (transfer) transfer.recalledAt = bookedAt;
  const refund = state.refunds.find(({ bankReference }) => bankReference === reference);
  if (refund) refund.rejectedAt = bookedAt;
  promiseFile(state, { createdAt: bookedAt, references: [back.reference] });
}

function promiseReturn(state: BankState, booking: Booking, reason: string, { size = 0 }: Fault, now: Date): void {
  const dueAt = new Date(now.getTime() + size * 1000).toISOString();
  state.dueReturns.push({ reference: booking.reference, reason, dueAt });
}

function otherCurrency(code: string): string {
  const [first, second] = MISTAKEN_FOR[fiatAsset(code).decimals] ?? ['USD', 'EUR'];
  return code === first ? second : first;
}
