import type { Transaction } from '../database/database.ts';
import type { CarriedTrace } from '../tracing/carriedTrace.ts';

/** One step of one order, to be done outside. Doing it twice does no harm. */
export type EffectJob = {
  readonly effect: string;
  readonly orderId: number;
  /** Which payment attempt, where an effect is about one. */
  readonly subject: string;
  /** The event that asked for it (`order:sequence`), or {@link SWEEP}. */
  readonly cause: string;
  /** At the earliest after so long. */
  readonly afterMs?: number;
};

/** A job as it waits in the database, with the place in the trace in which it was sent. */
export type StoredJob = Omit<EffectJob, 'afterMs'> & CarriedTrace;

/** The cause of jobs that are sent again because their order stands still. */
export const SWEEP = 'sweep';

export type JobQueue = {
  /** Becomes visible to the workers when the transaction commits. */
  send(transaction: Transaction, job: EffectJob): Promise<void>;
};
