import { setImmediate as afterPendingWork, setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../../platform/database/database.ts';
import { type EffectHandler, runJob, toStoredJob } from '../../platform/jobs/bossQueue.ts';
import type { EffectJob, JobQueue } from '../../platform/jobs/jobQueue.ts';
import type { Log } from '../../platform/log/log.ts';

/** The queue runs the same number of jobs concurrently in one worker. */
const MAX_RUNNING = 32;
/** The queue waits for running jobs for the same time. */
const STOP_TIMEOUT_MS = 5_000;

export type DirectJobs = JobQueue & {
  /** Sends every further job to the queue, and waits at most {@link STOP_TIMEOUT_MS} for the running ones. */
  stop(): Promise<void>;
};

type DirectJobsOptions = {
  /** Returns true if this worker can execute the job now. */
  readonly canRun: (job: EffectJob) => boolean;
  readonly handle: EffectHandler;
  readonly log: Log;
};

/**
 * Runs the next step of an order in the worker that caused it, right after the commit, which saves the queue's two commits
 * and its delay. Only jobs that are repeated if they are lost run like this: if one fails or the process dies, the sweep sends
 * it to the queue. All other jobs, and those beyond {@link MAX_RUNNING}, go to the queue.
 */
export function createDirectJobs(queue: JobQueue, { canRun, handle, log }: DirectJobsOptions): DirectJobs {
  const running = new Set<Promise<unknown>>();
  const sentBy = new WeakMap<Transaction, number>();
  let isStopping = false;

  async function run(job: EffectJob): Promise<void> {
    const stored = toStoredJob(job);
    // The step that has just committed ends first: the next one may be the same step.
    await afterPendingWork();
    await runJob(stored, handle, log);
  }

  function track(job: Promise<void>): void {
    const tracked = job.finally(() => running.delete(tracked));
    running.add(tracked);
  }

  return {
    async send(transaction, job) {
      const sent = sentBy.get(transaction) ?? 0;
      const isDirect = job.isRepeated === true && job.afterMs === undefined && canRun(job);
      if (!isDirect || isStopping || running.size + sent >= MAX_RUNNING) return queue.send(transaction, job);
      sentBy.set(transaction, sent + 1);
      transaction.onCommit(() => track(run(job)));
    },
    async stop() {
      isStopping = true;
      await Promise.race([Promise.all(running), sleep(STOP_TIMEOUT_MS)]);
    },
  };
}
