import type { Transaction } from '../database/database.ts';

/** One step of one order, to be done outside. Doing it twice does no harm. */
export type EffectJob = {
  readonly effect: string;
  readonly orderId: number;
  /** Which payment attempt, where an effect is about one. */
  readonly subject: string;
  /** The event that asked for it (`order:sequence`), or `sweep`. */
  readonly cause: string;
  /** At the earliest after so long. */
  readonly afterMs?: number;
};

export type JobQueue = {
  /** Becomes visible to the workers when the transaction commits. */
  send(transaction: Transaction, job: EffectJob): Promise<void>;
};
