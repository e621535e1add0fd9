import type { Transaction } from '../platform/database/database.ts';
import { type LimitedStep, lockSubjects, type Reserved } from './reserveLimits.ts';

/** For tests that write a step and are about no limit: locks nothing. */
export function reserveNothing<Step extends LimitedStep>(
  transaction: Transaction,
  step: Step,
): Promise<Reserved<Step>> {
  return lockSubjects(transaction, step, { buyerId: null, cardFingerprint: '', address: '', clientAddress: '' });
}
