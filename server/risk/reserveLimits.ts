import type { Transaction } from '../platform/database/database.ts';
import { type LimitSubjects, lockLimitSubjects } from './limitLockStore.ts';

/**
 * What a limit can stop. Each step is judged and written in one transaction that holds a lock on every subject that it counts
 * by, so that of many attempts at once no more pass than the limit allows. The function that writes a step takes a
 * {@link Reserved} of it: a step that was not locked does not compile.
 */
export const limitedSteps = {
  order: {
    limits: 'risk rules that refuse an order; orders to new addresses without a fresh login',
    subjects: ['person', 'address', 'ip'],
    writtenBy: 'insertReservedOrder',
    releasedBy: 'the order ends without payment, or leaves the time window',
  },
  attempt: {
    limits: 'risk rules that refuse a payment attempt; an attempt under way counts as a decline until its answer',
    subjects: ['person', 'address', 'ip'],
    writtenBy: 'insertAttempt',
    releasedBy: 'the acquirer answers, or the order ends',
  },
  payment: {
    limits: 'risk rules that hold a payment; what a person may pay without a document',
    subjects: ['person', 'card', 'address', 'ip'],
    writtenBy: 'reservePayment and reserveIdentity',
    releasedBy: 'the payment is voided, declined or refunded, or the order ends without it',
  },
} as const;

export type LimitedStep = keyof typeof limitedSteps;

declare const reserved: unique symbol;

/** Proof that a transaction holds the locks of a step, until it ends. */
export type Reserved<Step extends LimitedStep> = { readonly transaction: Transaction; readonly [reserved]: Step };

/**
 * Locks every subject of an attempt, always in the same order, so that two attempts never wait for each other. What the
 * transaction reads from now on includes what earlier holders of the locks wrote. Call it before any row of an order is locked.
 */
export async function lockSubjects<Step extends LimitedStep>(
  transaction: Transaction,
  _step: Step,
  subjects: LimitSubjects,
): Promise<Reserved<Step>> {
  await lockLimitSubjects(transaction, subjects);
  return { transaction } as Reserved<Step>;
}
