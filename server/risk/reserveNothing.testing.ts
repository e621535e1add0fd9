import type { Transaction } from '../platform/database/database.ts';
import { type LimitedStep, type Reserved, reserveLimits } from './reserveLimits.ts';

/** Returns a reservation without locks, for tests that write a step but do not test limits. */
export function reserveNothing<Step extends LimitedStep>(
  transaction: Transaction,
  step: Step,
): Promise<Reserved<Step>> {
  return reserveLimits(transaction, step, { buyerId: null, cardFingerprint: '', address: '', clientAddress: '' });
}
