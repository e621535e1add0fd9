import { Counter, collectDefaultMetrics, Gauge, type GaugeConfiguration, Registry } from 'prom-client';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Outcome } from '../providers/outcome.ts';
import { computeRemainingLimits, type Limits } from './limits.ts';
import type { OwnPrices } from './ownPrices.ts';
import type { FormRecord } from './record/formRecord.ts';

/** The kind of a worker's request: its path without the leading slash. */
export type SignerRequest =
  | 'clear'
  | 'pay'
  | 'cancel'
  | 'uncompared'
  | 'compare'
  | 'transfers/clear'
  | 'transfers/release'
  | 'withdrawals/release';

/** `malformed`: the request cannot be read. `failed`: the signer threw an error. */
export type AnswerKind = Outcome<unknown>['kind'] | 'malformed' | 'failed';

/** Counters. Labels come from fixed lists, never from a request. */
export type SignerCounts = {
  countAnswer(question: SignerRequest, kind: AnswerKind): void;
  /** Counts each order, transfer or withdrawal that was refused. */
  countRefusal(question: SignerRequest, reason: string): void;
};

/** Values that are read when Prometheus scrapes. */
export type SignerGaugeSources = {
  readonly limits: () => Limits;
  readonly record: Pick<FormRecord, 'listPaidSince'>;
  readonly prices: Pick<OwnPrices, 'book'>;
  /** Returns why nothing is signed at all; undefined if it may sign. */
  findStopReason(): Promise<string | undefined>;
  /** Returns the database rows that differ from the accepted ones without a signed change. */
  contradictions(): readonly unknown[];
  now(): Date;
};

export type SignerMetrics = Pick<Metrics, 'contentType' | 'render'> & SignerCounts;

const CENTS = 100;
const SECOND_MS = 1_000;

/** Creates the signer's metrics: answers, refusals, and how much may still leave. They contain no address, order or key. */
export function createSignerMetrics(watch: SignerGaugeSources): SignerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'slipway_signer_answers_total',
    help: 'Requests of workers to the signer, by its answer',
    labelNames: ['question', 'kind'],
    registers,
  });
  const refusals = new Counter({
    name: 'slipway_signer_refusals_total',
    help: 'Orders, transfers and withdrawals that the signer refused, by the reason',
    labelNames: ['question', 'reason'],
    registers,
  });
  const lastAnswer = new Gauge({
    name: 'slipway_signer_last_answer_timestamp_seconds',
    help: 'When the signer last answered a request, in seconds of Unix time; 0 until the first',
    registers,
  });
  collectLimits(registry, watch);
  collectState(registry, watch);

  return {
    contentType: registry.contentType,
    countAnswer(question, kind) {
      answers.inc({ question, kind });
      lastAnswer.set(watch.now().getTime() / SECOND_MS);
    },
    countRefusal: (question, reason) => refusals.inc({ question, reason }),
    render: () => registry.metrics(),
  };
}

/** Creates a gauge; the constructor registers it. */
function addGauge(registry: Registry, about: GaugeConfiguration<string>): Gauge {
  return new Gauge({ ...about, registers: [registry] });
}

function collectLimits(registry: Registry, { limits, record, now }: SignerGaugeSources): void {
  const euros = (cents: bigint) => Number(cents) / CENTS;
  addGauge(registry, {
    name: 'slipway_signer_limit_euros',
    help: 'Maximum that may leave within an hour or a day, fees included',
    labelNames: ['within'],
    collect() {
      const { hourCents, dayCents } = limits();
      this.set({ within: 'hour' }, euros(hourCents));
      this.set({ within: 'day' }, euros(dayCents));
    },
  });
  addGauge(registry, {
    name: 'slipway_signer_limit_left_euros',
    help: 'Remaining part of slipway_signer_limit_euros',
    labelNames: ['within'],
    collect() {
      const { hourCents, dayCents } = computeRemainingLimits(limits(), record, now());
      this.set({ within: 'hour' }, euros(hourCents));
      this.set({ within: 'day' }, euros(dayCents));
    },
  });
  addGauge(registry, {
    name: 'slipway_signer_limit_left_ratio',
    help: 'Remaining share of the daily limit of single coins, from 0 to 1, by the asset',
    labelNames: ['asset'],
    collect() {
      this.reset();
      const most = limits().dayUnits;
      for (const [asset, left] of computeRemainingLimits(limits(), record, now()).dayUnits)
        this.set({ asset }, Number(left) / Number(most.get(asset) ?? 1n));
    },
  });
}

function collectState(registry: Registry, { prices, findStopReason, contradictions, now }: SignerGaugeSources): void {
  addGauge(registry, {
    name: 'slipway_signer_stopped',
    help: '1 while the signer is stopped, or cannot read whether it is',
    async collect() {
      // If the stops cannot be read, the signer is stopped too.
      this.set((await findStopReason().catch(() => 'unreadable')) === undefined ? 0 : 1);
    },
  });
  addGauge(registry, {
    name: 'slipway_signer_configuration_contradictions',
    help: 'Rows of the configuration that differ from those that the signer has accepted',
    collect() {
      this.set(contradictions().length);
    },
  });
  addGauge(registry, {
    name: 'slipway_signer_price_age_seconds',
    help: "Age of the signer's own price of a market; it fetches prices only while it handles a request",
    labelNames: ['market'],
    collect() {
      this.reset();
      for (const [market, { observedAt }] of prices.book().markets)
        this.set({ market }, (now().getTime() - observedAt.getTime()) / SECOND_MS);
    },
  });
}
