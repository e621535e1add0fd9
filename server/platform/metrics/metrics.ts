import { calls } from '@slipway/contract/calls.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import { errors } from '@slipway/contract/errors.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** How a job ended: done, to be retried, or given up. */
export type JobOutcome = 'done' | 'retried' | 'failed';

/** How one run of an order's step ended: the vendor's answer, nothing to request, or an internal fault. */
export type StepOutcome = 'ok' | 'refused' | 'pending' | 'unavailable' | 'unknown' | 'idle' | 'failed';

/** One line of a gauge: its labels and value. */
export type GaugeValue = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/**
 * Metrics of this process for Prometheus. Labels have only values of a fixed list, so that no caller can fill the memory with
 * new ones.
 */
export type Metrics = {
  readonly contentType: string;
  /** Observes an answered call; names and codes that are not in the contract are recorded as `unknown`. */
  observeCall(call: string, respCode: string, httpStatus: number, seconds: number): void;
  countJob(effect: string, outcome: JobOutcome, seconds: number): void;
  countStep(step: string, outcome: StepOutcome, seconds: number): void;
  /** Counts a webhook with an invalid signature. */
  countUnverifiedWebhook(vendor: string): void;
  /** Counts a configuration change that this process cannot read. */
  countUnreadConfiguration(): void;
  /**
   * Adds a gauge that is read when Prometheus scrapes. The values of the last `read` are dropped first, so a removed label
   * shows no stale value. A read that fails or times out leaves its gauge empty and is counted.
   */
  collect(name: string, help: string, labels: readonly string[], read: () => Promise<readonly GaugeValue[]>): void;
  /** Returns the text for Prometheus. A failed read does not make it reject. */
  render(): Promise<string>;
};

export type MetricsSettings = {
  /** How long one read may delay the answer; Prometheus itself waits ten seconds. */
  readonly readTimeoutMs?: number;
};

/** The fastest calls answer with a list in memory; the slowest create an order with its sanctions check. */
const CALL_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Jobs wait for vendors and chains. */
const JOB_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const READ_TIMEOUT_MS = 3_000;
/** Far more than the order machine has; names come from its table and never from a request. */
const MAX_EFFECTS = 200;

const UNKNOWN = 'unknown';
/** Partner calls are named by their path, since some share a name with calls of the pages. */
const CALL_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(calls),
  ...Object.values(partnerCalls).map(({ path, name }) => `${path}/${name}`),
]);
const RESP_CODES: ReadonlySet<string> = new Set([RESP_OK, ...Object.values(errors).map(({ respCode }) => respCode)]);
const HTTP_STATUSES: ReadonlySet<number> = new Set([200, ...Object.values(errors).map(({ httpStatus }) => httpStatus)]);

export function createMetrics({ readTimeoutMs = READ_TIMEOUT_MS }: MetricsSettings = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const {
    calls: answered,
    jobs,
    steps,
    unreadConfigurations,
    unverifiedWebhooks,
    failedReads,
  } = createInstruments(registry);
  const effectNames = createNameLimiter(MAX_EFFECTS);

  return {
    contentType: registry.contentType,
    observeCall(call, respCode, httpStatus, seconds) {
      const name = CALL_NAMES.has(call) ? call : UNKNOWN;
      answered.seconds.observe({ call: name }, seconds);
      answered.count.inc({
        call: name,
        resp_code: RESP_CODES.has(respCode) ? respCode : UNKNOWN,
        http_status: HTTP_STATUSES.has(httpStatus) ? httpStatus : UNKNOWN,
      });
    },
    countJob(effect, outcome, seconds) {
      const name = effectNames(effect);
      jobs.seconds.observe({ effect: name }, seconds);
      jobs.count.inc({ effect: name, outcome });
    },
    countStep(step, outcome, seconds) {
      const name = effectNames(step);
      steps.seconds.observe({ step: name }, seconds);
      steps.count.inc({ step: name, outcome });
    },
    countUnverifiedWebhook: (vendor) => unverifiedWebhooks.inc({ vendor }),
    countUnreadConfiguration: () => unreadConfigurations.inc(),
    collect(name, help, labels, read) {
      failedReads.inc({ metric: name }, 0);
      const gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          try {
            const values = await rejectAfter(readTimeoutMs, read());
            clearGauge(gauge, labels.length);
            for (const { labels: labelled, value } of values) gauge.set({ ...labelled }, value);
          } catch {
            // The other metrics matter most when something is down.
            clearGauge(gauge, labels.length);
            failedReads.inc({ metric: name });
          }
        },
      });
      clearGauge(gauge, labels.length);
    },
    render: () => registry.metrics(),
  };
}

/** Creates everything that is counted or timed as it happens, in addition to the default process metrics. */
function createInstruments(registry: Registry) {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    calls: {
      seconds: new Histogram({
        name: 'slipway_call_duration_seconds',
        help: 'Time from the arrival of a call to its answer',
        labelNames: ['call'],
        buckets: CALL_BUCKETS_SECONDS,
        registers,
      }),
      count: new Counter({
        name: 'slipway_calls_total',
        help: 'Answered calls, by what they answered',
        labelNames: ['call', 'resp_code', 'http_status'],
        registers,
      }),
    },
    jobs: {
      seconds: new Histogram({
        name: 'slipway_job_duration_seconds',
        help: 'Time that one run of a job took',
        labelNames: ['effect'],
        buckets: JOB_BUCKETS_SECONDS,
        registers,
      }),
      count: new Counter({
        name: 'slipway_jobs_total',
        help: 'Runs of jobs, by how they ended',
        labelNames: ['effect', 'outcome'],
        registers,
      }),
    },
    steps: {
      seconds: new Histogram({
        name: 'slipway_step_duration_seconds',
        help: "Time that one run of an order's step took, its vendor included",
        labelNames: ['step'],
        buckets: JOB_BUCKETS_SECONDS,
        registers,
      }),
      count: new Counter({
        name: 'slipway_steps_total',
        help: "Runs of orders' steps, by what they ended in",
        labelNames: ['step', 'outcome'],
        registers,
      }),
    },
    unreadConfigurations: new Counter({
      name: 'slipway_configuration_unread_total',
      help: 'Changes of the configuration that this process could not read, and does not follow',
      registers,
    }),
    unverifiedWebhooks: new Counter({
      name: 'slipway_webhooks_unverified_total',
      help: "Webhooks whose signature was not their vendor's",
      labelNames: ['vendor'],
      registers,
    }),
    failedReads: new Counter({
      name: 'slipway_metric_read_failures_total',
      help: 'Gauges that could not be read when Prometheus asked',
      labelNames: ['metric'],
      registers,
    }),
  };
}

/**
 * Empties a gauge. One without labels is reset to 0, which would be wrong while its value is unknown, so its line is removed.
 */
function clearGauge(gauge: Gauge, labelCount: number): void {
  gauge.reset();
  if (labelCount === 0) gauge.remove();
}

/** Returns a function that keeps the first `maxNames` names and maps later ones to `unknown`. */
function createNameLimiter(maxNames: number): (name: string) => string {
  const keptNames = new Set<string>();
  return (name) => {
    if (keptNames.size < maxNames) keptNames.add(name);
    return keptNames.has(name) ? name : UNKNOWN;
  };
}

async function rejectAfter<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not read within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
