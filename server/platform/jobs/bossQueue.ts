import { SpanKind } from '@opentelemetry/api';
import { type JobResult, PgBoss } from 'pg-boss';
import { listenToChannel } from '../database/listenToChannel.ts';
import { createFaultLogger } from '../log/createFaultLogger.ts';
import type { Log } from '../log/log.ts';
import { continueTrace, linkTrace, readCurrentTrace } from '../tracing/carriedTrace.ts';
import { runInSpan } from '../tracing/spans.ts';
import { JobFailure } from './jobFailure.ts';
import { type EffectJob, type JobQueue, type StoredJob, SWEEP } from './jobQueue.ts';

const QUEUE = 'effects';

/** Jobs are fetched and completed in small batches, since both cost a statement, and run concurrently. */
const BATCH_SIZE = 4;
const LOOPS = 8;
const RESTRICTED_LOOPS = 4;
/** How often a worker checks whether it takes restricted jobs. */
const RESTRICTION_MS = 500;
/** Loops are woken when jobs were sent; polling covers delayed jobs, retries and lost announcements. */
const FETCHING = {
  batchSize: BATCH_SIZE,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
} as const;

type JobOutcome = Pick<JobResult, 'status'>;

export type EffectHandler = (job: EffectJob) => Promise<void>;

export type RunningJobs = JobQueue & {
  /** Starts handling jobs in this process; restricted ones only while `takesRestricted` returns true. */
  work(handler: EffectHandler, takesRestricted?: () => boolean): Promise<void>;
  /** Stops taking jobs and lets those under way finish. */
  stop(): Promise<void>;
};

type JobsOptions = {
  /** True: the role owns the queue's tables, migrates them and maintains their indexes. Other processes expect them ready. */
  readonly owns?: boolean;
  /** Also supervises the queue: hung jobs are reassigned, finished ones deleted. */
  readonly supervises?: boolean;
  readonly restricted?: RestrictedJobs;
};

/** Effects in a separate queue, since only some of the workers can execute them at a time. */
export type RestrictedJobs = { readonly queue: string; readonly effects: ReadonlySet<string> };

const UNRESTRICTED: RestrictedJobs = { queue: '', effects: new Set() };

/** Opens the durable queue: jobs are sent in the transaction of their event and survive any process. */
export async function openJobs(
  databaseUrl: string,
  log: Log,
  { owns = true, supervises = true, restricted = UNRESTRICTED }: JobsOptions = {},
): Promise<RunningJobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    // pg-boss's profiles of other engines omit locks or constraints; engines that need one are refused at the start
    // (findEngineFault.ts).
    backend: 'postgres',
    max: 6,
    schedule: false,
    migrate: owns,
    reindex: owns,
    supervise: supervises,
    superviseIntervalSeconds: 10,
    maintenanceIntervalSeconds: 60,
    monitorIntervalSeconds: 10,
  });
  // While the database is unavailable, each loop reports an error with each poll. pg-boss does not report the recovery.
  const faults = createFaultLogger({ name: 'jobs', fault: 'the queue does not answer', end: '' }, log);
  boss.on('error', faults.logFault);
  await boss.start();
  const hasRestricted = restricted.effects.size > 0;
  if (owns) await createEffectsQueue(boss, QUEUE);
  if (owns && hasRestricted) await createEffectsQueue(boss, restricted.queue);
  let listening: ReturnType<typeof listenToChannel> | undefined;
  let restricting: NodeJS.Timeout | undefined;

  return {
    async send(transaction, { afterMs, ...job }) {
      const stored = toStoredJob(job);
      const queue = restricted.effects.has(job.effect) ? restricted.queue : QUEUE;
      await boss.send(queue, stored, {
        db: { executeSql: (text, values) => transaction.executeSql(text, values) },
        singletonKey: buildSingletonKey(job),
        ...(afterMs && { startAfter: Math.ceil(afterMs / 1000) }),
      });
      if (!afterMs) transaction.announce('jobs_sent', queue);
    },
    async work(handler, takesRestricted = () => true) {
      const own = await startLoops(boss, { queue: QUEUE, count: LOOPS, handler, log });
      const restrictedOptions = { queue: restricted.queue, count: RESTRICTED_LOOPS, handler, log };
      let restrictedLoops: WorkerLoop[] = [];
      let isChanging = false;
      async function adjustRestrictedLoops(): Promise<void> {
        const takes = takesRestricted();
        if (isChanging || takes === restrictedLoops.length > 0) return;
        isChanging = true;
        try {
          if (!takes) await boss.offWork(restricted.queue, { wait: false });
          restrictedLoops = takes ? await startLoops(boss, restrictedOptions) : [];
        } finally {
          isChanging = false;
        }
      }
      if (hasRestricted) {
        await adjustRestrictedLoops();
        restricting = setInterval(() => void adjustRestrictedLoops().catch(faults.logFault), RESTRICTION_MS);
      }
      listening = listenToChannel(databaseUrl, 'jobs_sent', log, {
        receive(queues) {
          const restrictedJobs = queues.filter((queue) => queue !== QUEUE).length;
          wakeLoops(boss, own, queues.length - restrictedJobs);
          wakeLoops(boss, restrictedLoops, restrictedJobs);
        },
        connected() {
          wakeLoops(boss, own, LOOPS * BATCH_SIZE);
          wakeLoops(boss, restrictedLoops, RESTRICTED_LOOPS * BATCH_SIZE);
        },
      });
    },
    async stop() {
      clearInterval(restricting);
      await listening?.stop();
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** One of the loops that fetch and run jobs. */
type WorkerLoop = { readonly id: string; readonly isBusy: () => boolean };

type LoopOptions = {
  readonly queue: string;
  readonly count: number;
  readonly handler: EffectHandler;
  readonly log: Log;
};

async function startLoops(boss: PgBoss, options: LoopOptions): Promise<WorkerLoop[]> {
  const loops: WorkerLoop[] = [];
  while (loops.length < options.count) loops.push(await startLoop(boss, options));
  return loops;
}

async function startLoop(boss: PgBoss, { queue, handler, log }: LoopOptions): Promise<WorkerLoop> {
  let isBusy = false;
  const loopId = await boss.work<StoredJob, unknown, typeof FETCHING>(queue, FETCHING, async (jobs) => {
    isBusy = true;
    try {
      return await Promise.all(jobs.map(async ({ id, data }) => ({ id, ...(await runJob(data, handler, log)) })));
    } finally {
      isBusy = false;
    }
  });
  return { id: loopId, isBusy: () => isBusy };
}

/**
 * Wakes as many idle loops as the jobs need. Starts with the loop that was woken longest ago, since a loop that was woken
 * recently may still count as idle. If none is idle, wakes all: each then fetches after its present jobs.
 */
function wakeLoops(boss: PgBoss, loops: WorkerLoop[], jobs: number): void {
  if (jobs === 0) return;
  const idle = loops.filter((loop) => !loop.isBusy());
  const woken = idle.length > 0 ? idle.slice(0, Math.ceil(jobs / BATCH_SIZE)) : [...loops];
  for (const loop of woken) {
    boss.notifyWorker(loop.id);
    loops.push(...loops.splice(loops.indexOf(loop), 1));
  }
}

async function createEffectsQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, {
    // At most one queued job per singleton key; another may be queued while one runs.
    policy: 'short',
    retryLimit: 3,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    retentionSeconds: 24 * 60 * 60,
    deleteAfterSeconds: 60 * 60,
  });
}

/**
 * Returns the key of which only one job is queued at a time: a step of an order, and its cause unless the job is sent again
 * anyway. Without the cause, a job could be dropped in favour of a queued one that starts before the transaction commits, and
 * so does not see its change.
 */
function buildSingletonKey({ orderId, effect, subject, cause, isRepeated = false }: EffectJob): string {
  const step = `${orderId}:${effect}:${subject}`;
  return isRepeated ? step : `${step}:${cause}`;
}

/** Returns a job as the queue stores it, in the current trace. */
export function toStoredJob({ effect, orderId, subject, cause }: EffectJob): StoredJob {
  return { effect, orderId, subject, cause, ...readCurrentTrace() };
}

/** Runs a job in the trace that sent it, and logs its error. Jobs that a sweep sends repeatedly get a new trace each time. */
export async function runJob(
  { traceparent, ...job }: StoredJob,
  handler: EffectHandler,
  log: Log,
): Promise<JobOutcome> {
  const carried = traceparent === undefined ? {} : { traceparent };
  const plan = {
    name: `job ${job.effect}`,
    kind: SpanKind.CONSUMER,
    attributes: { 'slipway.effect': job.effect },
    ...(job.cause === SWEEP ? linkTrace(carried) : continueTrace(carried)),
  };
  const handling = runInSpan(plan, async () => {
    try {
      await handler(job);
    } catch (error) {
      const { facts, cause } = error instanceof JobFailure ? error : { facts: {}, cause: error };
      log.error({ ...job, ...facts, error: cause }, 'job failed');
      throw cause;
    }
  });
  // The error is logged: the queue only needs to know that a retry is due.
  return handling.then(
    () => ({ status: 'completed' }),
    () => ({ status: 'failed' }),
  );
}
