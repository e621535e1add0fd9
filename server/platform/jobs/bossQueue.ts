import { SpanKind } from '@opentelemetry/api';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Log } from '../log/log.ts';
import { sayFaults } from '../log/sayFaults.ts';
import { asChild, asLinked, currentTrace } from '../tracing/carriedTrace.ts';
import { inSpan } from '../tracing/spans.ts';
import { JobFailure } from './jobFailure.ts';
import { type EffectJob, type JobQueue, type StoredJob, SWEEP } from './jobQueue.ts';

const QUEUE = 'effects';

/**
 * Jobs are taken and settled a few at a time, since both cost a statement, and done beside each other. What is sent is heard of at
 * once (NOTIFY): the poll is for what was put off, and for what is tried again.
 */
const TAKING = {
  batchSize: 4,
  localConcurrency: 8,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 1,
} as const;

type JobOutcome = Pick<JobResult, 'status'>;

export type EffectHandler = (job: EffectJob) => Promise<void>;

export type RunningJobs = JobQueue & {
  /** Starts handling jobs in this process. */
  work(handler: EffectHandler): Promise<void>;
  /** Stops taking jobs and lets those under way finish. */
  stop(): Promise<void>;
};

type JobsOptions = {
  /** The role owns the queue's tables: it brings them up to date and tends their indexes. Others find them ready. */
  readonly owns?: boolean;
  /** Looks after the queue beside sending: what hung is given to others, what is done is taken out. */
  readonly supervises?: boolean;
};

/** The durable queue: jobs are sent in the transaction of the event that asks for them, and outlive any process. */
export async function openJobs(
  databaseUrl: string,
  log: Log,
  { owns = true, supervises = true }: JobsOptions = {},
): Promise<RunningJobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    // Its other profiles leave locks or constraints out; whatever needs one is refused at the start (engine.ts).
    backend: 'postgres',
    max: 6,
    schedule: false,
    migrate: owns,
    reindex: owns,
    supervise: supervises,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    maintenanceIntervalSeconds: 60,
    monitorIntervalSeconds: 10,
  });
  // Each lane says it with each poll while the database is away. What ends it is told by nobody.
  const faults = sayFaults({ name: 'jobs', fault: 'the queue does not answer', end: '' }, log);
  boss.on('error', faults.one);
  await boss.start();
  if (owns) await createEffects(boss);

  return {
    async send(transaction, { afterMs, ...job }) {
      const stored: StoredJob = { ...job, ...currentTrace() };
      await boss.send(QUEUE, stored, {
        db: { executeSql: (text, values) => transaction.executeSql(text, values) },
        singletonKey: `${job.orderId}:${job.effect}:${job.subject}`,
        ...(afterMs && { startAfter: Math.ceil(afterMs / 1000) }),
      });
    },
    async work(handler) {
      await boss.work<StoredJob, unknown, typeof TAKING>(QUEUE, TAKING, (jobs) =>
        Promise.all(jobs.map(async ({ id, data }) => ({ id, ...(await handleOne(data, handler, log)) }))),
      );
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

async function createEffects(boss: PgBoss): Promise<void> {
  await boss.createQueue(QUEUE, {
    // At most one waiting job for each step of an order; another may be asked for while one runs.
    policy: 'short',
    notify: true,
    retryLimit: 3,
    retryDelay: 1,
    retryBackoff: true,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    retentionSeconds: 24 * 60 * 60,
    deleteAfterSeconds: 60 * 60,
  });
}

/** Goes on in the trace that sent the job. What a sweep sends again and again is a trace of its own each time. */
async function handleOne({ traceparent, ...job }: StoredJob, handler: EffectHandler, log: Log): Promise<JobOutcome> {
  const carried = traceparent === undefined ? {} : { traceparent };
  const plan = {
    name: `job ${job.effect}`,
    kind: SpanKind.CONSUMER,
    attributes: { 'slipway.effect': job.effect },
    ...(job.cause === SWEEP ? asLinked(carried) : asChild(carried)),
  };
  const done = inSpan(plan, async () => {
    try {
      await handler(job);
    } catch (error) {
      const { facts, cause } = error instanceof JobFailure ? error : { facts: {}, cause: error };
      log.error({ ...job, ...facts, error: cause }, 'job failed');
      throw cause;
    }
  });
  // It is in the log: the queue need only know that it is to be tried again.
  return done.then(
    () => ({ status: 'completed' }),
    () => ({ status: 'failed' }),
  );
}
