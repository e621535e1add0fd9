import type { Transaction } from '../database/database.ts';
import type { CarriedTrace } from '../tracing/carriedTrace.ts';

/** A queued run of an order's step with an external call, which is idempotent. */
export type EffectJob = {
  readonly effect: string;
  readonly orderId: number;
  /** The payment attempt, if an effect concerns one. */
  readonly subject: string;
  /** The event that requested it (`order:sequence`), or {@link SWEEP}. */
  readonly cause: string;
  /** Minimum delay. */
  readonly afterMs?: number;
  /** True: if the job is lost, it is sent again within seconds. */
  readonly isRepeated?: boolean;
};

/** A job as stored in the database, with the trace context in which it was sent. */
export type StoredJob = Omit<EffectJob, 'afterMs' | 'isRepeated'> & CarriedTrace;

/** The cause of jobs that are sent again because their order is stalled. */
export const SWEEP = 'sweep';

export type JobQueue = {
  /** Sends a job, which the workers see when the transaction commits. */
  send(transaction: Transaction, job: EffectJob): Promise<void>;
};
