import { randomUUID } from 'node:crypto';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Fault, Faults } from '../world/faults.ts';
import {
  addBooking,
  type BankState,
  type Booking,
  type IncomingTransfer,
  type RefusedTransfer,
  scheduleFile,
} from './bankState.ts';
import type { OrderedTransfer } from './painFiles.ts';
import type { TransferRequest } from './transferSchema.ts';

/** Codes of ISO 20022's external return reasons: following a cancellation request; the account is closed. */
const RECALL_REASON = 'FOCR';
const CLOSED_ACCOUNT_REASON = 'AC04';
/** A code of ISO 20022's external status reasons: the transaction is forbidden on this account. */
const FORBIDDEN_REASON = 'AG01';

/** Pairs of confusable currencies, by their number of decimals. */
const CONFUSABLE_CURRENCIES: Readonly<Record<number, readonly [string, string]>> = {
  0: ['JPY', 'KRW'],
  2: ['USD', 'EUR'],
  3: ['KWD', 'BHD'],
  4: ['CLF', 'UYW'],
};

/** Books an incoming transfer and schedules its notification. Applies the faults of transfers: currency, id and recall. */
export function bookTransfer(state: BankState, request: TransferRequest, faults: Faults, now: Date): IncomingTransfer {
  const { reference, amount, payerName, payerAccount } = request;
  const hasWrongCurrency = faults.take('bank', ['wrong_currency'], 'transfer', reference);
  const recalled = faults.take('bank', ['payment_recalled'], 'transfer', reference);
  const forged = faults.take('bank', ['forged_ids'], 'transfer', reference);
  const currency = hasWrongCurrency ? getConfusableCurrency(request.currency) : request.currency;
  const bookedAt = now.toISOString();
  const booking = addBooking(state, {
    direction: 'credit',
    amount,
    currency,
    bookedAt,
    // Payers can choose any end-to-end id, and know the ids of the refunds that they received.
    endToEndId: forged ? (state.refunds.at(-1)?.endToEndId ?? '') : request.endToEndId,
    remittance: reference,
    counterpartyName: payerName,
    counterpartyAccount: payerAccount,
  });
  const transfer: IncomingTransfer = {
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
  scheduleFile(state, { createdAt: bookedAt, references: [booking.reference] });
  if (recalled) scheduleReturn(state, booking, recalled.word ?? RECALL_REASON, recalled, now);
  return transfer;
}

/**
 * Books the ordered transfers, except those that are already booked or that a fault refuses. Schedules one notification of the new
 * bookings, one report on the refused transfers, and the returns that a fault causes.
 */
export function bookOrderedTransfers(
  state: BankState,
  ordered: readonly OrderedTransfer[],
  faults: Faults,
  now: Date,
): void {
  const bookedIds = new Set(state.refunds.map(({ endToEndId }) => endToEndId));
  const bookedAt = now.toISOString();
  const references: string[] = [];
  const refused: RefusedTransfer[] = [];
  for (const { messageId, blockId, ...transfer } of ordered) {
    if (bookedIds.has(transfer.endToEndId)) continue;
    bookedIds.add(transfer.endToEndId);
    const subject = `${transfer.endToEndId} ${transfer.remittance}`;
    const fault = faults.take('bank', ['transfer_refused'], 'order', subject);
    if (fault) {
      refused.push({ messageId, blockId, endToEndId: transfer.endToEndId, reason: fault.word ?? FORBIDDEN_REASON });
      continue;
    }
    const { creditorName, creditorAccount, ...line } = transfer;
    const booking = addBooking(state, {
      ...line,
      direction: 'debit',
      bookedAt,
      counterpartyName: creditorName,
      counterpartyAccount: creditorAccount,
    });
    state.refunds.push({ ...transfer, bankReference: booking.reference, bookedAt });
    references.push(booking.reference);
    const rejected = faults.take('bank', ['refund_rejected'], 'order', subject);
    if (rejected) scheduleReturn(state, booking, rejected.word ?? CLOSED_ACCOUNT_REASON, rejected, now);
  }
  if (references.length > 0) scheduleFile(state, { createdAt: bookedAt, references });
  if (refused.length > 0) scheduleFile(state, { createdAt: bookedAt, references: [], refused });
}

/** Books the due returns, each with its own notification. */
export function bookDueReturns(state: BankState, now: Date): void {
  const due = state.dueReturns.filter(({ dueAt }) => new Date(dueAt) <= now);
  state.dueReturns = state.dueReturns.filter((other) => !due.includes(other));
  for (const { reference, reason } of due) {
    const original = state.bookings.find((booking) => booking.reference === reference);
    if (original) bookReversal(state, original, reason, now.toISOString());
  }
}

function bookReversal(state: BankState, original: Booking, returnReason: string, bookedAt: string): void {
  const { reference, direction, ...line } = original;
  const reversal = addBooking(state, {
    ...line,
    direction: direction === 'credit' ? 'debit' : 'credit',
    returnReason,
    bookedAt,
  });
  const transfer = state.transfers.find(({ bankReference }) => bankReference === reference);
  if (transfer) transfer.recalledAt = bookedAt;
  const refund = state.refunds.find(({ bankReference }) => bankReference === reference);
  if (refund) refund.rejectedAt = bookedAt;
  scheduleFile(state, { createdAt: bookedAt, references: [reversal.reference] });
}

function scheduleReturn(state: BankState, booking: Booking, reason: string, { size = 0 }: Fault, now: Date): void {
  const dueAt = new Date(now.getTime() + size * 1000).toISOString();
  state.dueReturns.push({ reference: booking.reference, reason, dueAt });
}

function getConfusableCurrency(code: string): string {
  const [first, second] = CONFUSABLE_CURRENCIES[fiatAsset(code).decimals] ?? ['USD', 'EUR'];
  return code === first ? second : first;
}
