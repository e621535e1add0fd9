import type { Transaction } from '../platform/database/database.ts';
import { type LimitSubjects, lockLimitSubjects } from './limitLockStore.ts';

/**
 * A step that a limit can stop. Each step is judged and written in one transaction that locks every subject it counts
 * by, so that of many concurrent attempts no more pass than the limit allows. The functions that write a step take a
 * {@link Reserved} of it: code that has not locked the step does not compile. docs/security.md lists the limits of each
 * step.
 */
export type LimitedStep = 'order' | 'attempt' | 'payment';

declare const reserved: unique symbol;

/** Proof that a transaction holds the locks of a step, until it ends. */
export type Reserved<Step extends LimitedStep> = { readonly transaction: Transaction; readonly [reserved]: Step };

/**
 * Locks every subject of a step, always in the same order to avoid deadlocks. Later reads of the transaction include
 * what earlier holders of the locks wrote. Call it before any row of an order is locked.
 */
export async function reserveLimits<Step extends LimitedStep>(
  transaction: Transaction,
  _step: Step,
  subjects: LimitSubjects,
): Promise<Reserved<Step>> {
  await lockLimitSubjects(transaction, subjects);
  return { transaction } as Reserved<Step>;
}
