import { Counter, collectDefaultMetrics, Gauge, type GaugeConfiguration, Registry } from 'prom-client';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Outcome } from '../providers/outcome.ts';
import type { FormRecord } from './formRecord.ts';
import { type Limits, leftWithin } from './limits.ts';
import type { OwnPrices } from './ownPrices.ts';

/** What a worker may ask; the path without its first stroke. */
export type Question =
  | 'clear'
  | 'pay'
  | 'cancel'
  | 'uncompared'
  | 'compare'
  | 'transfers/clear'
  | 'transfers/release'
  | 'withdrawals/release';

/** `malformed` and `failed` are those that got no answer of the desk. */
export type AnswerKind = Outcome<unknown>['kind'] | 'malformed' | 'failed';

/** What is counted as it happens. Labels are words of known lists, never what was asked. */
export type SignerCounts = {
  answered(question: Question, kind: AnswerKind): void;
  /** One for each order, transfer or withdrawal that was not let go. */
  refused(question: Question, reason: string): void;
};

/** What is looked at when Prometheus asks. */
export type SignerWatch = {
  readonly limits: () => Limits;
  readonly record: Pick<FormRecord, 'paidSince'>;
  readonly prices: Pick<OwnPrices, 'book'>;
  /** Why nothing is signed at all; undefined while it is. */
  stopped(): Promise<string | undefined>;
  /** Rows of the configuration that operators have not signed so. */
  contradictions(): readonly unknown[];
  now(): Date;
};

export type SignerMetrics = Pick<Metrics, 'contentType' | 'render'> & SignerCounts;

const CENTS = 100;
const SECOND_MS = 1_000;

/** Numbers of the process with the keys: how much is let go, what is refused, how much may still leave. No address, order or key. */
export function createSignerMetrics(watch: SignerWatch): SignerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'slipway_signer_answers_total',
    help: 'Questions of workers to the signer, by what it answered',
    labelNames: ['question', 'kind'],
    registers,
  });
  const refusals = new Counter({
    name: 'slipway_signer_refusals_total',
    help: 'Orders, transfers and withdrawals that the signer did not let go, by the reason',
    labelNames: ['question', 'reason'],
    registers,
  });
  const lastAnswer = new Gauge({
    name: 'slipway_signer_last_answer_timestamp_seconds',
    help: 'When the signer last answered a question, in seconds of Unix time; 0 until the first',
    registers,
  });
  collectLimits(registry, watch);
  collectState(registry, watch);

  return {
    contentType: registry.contentType,
    answered(question, kind) {
      answers.inc({ question, kind });
      lastAnswer.set(watch.now().getTime() / SECOND_MS);
    },
    refused: (question, reason) => refusals.inc({ question, reason }),
    render: () => registry.metrics(),
  };
}

/** Belongs to the registry by being made. */
function gauge(registry: Registry, about: GaugeConfiguration<string>): Gauge {
  return new Gauge({ ...about, registers: [registry] });
}

function collectLimits(registry: Registry, { limits, record, now }: SignerWatch): void {
  const euros = (cents: bigint) => Number(cents) / CENTS;
  gauge(registry, {
    name: 'slipway_signer_limit_euros',
    help: 'The most that may leave within an hour or a day, fees included',
    labelNames: ['within'],
    collect() {
      const { hourCents, dayCents } = limits();
      this.set({ within: 'hour' }, euros(hourCents));
      this.set({ within: 'day' }, euros(dayCents));
    },
  });
  gauge(registry, {
    name: 'slipway_signer_limit_left_euros',
    help: 'What of it is left',
    labelNames: ['within'],
    collect() {
      const { hourCents, dayCents } = leftWithin(limits(), record, now());
      this.set({ within: 'hour' }, euros(hourCents));
      this.set({ within: 'day' }, euros(dayCents));
    },
  });
  gauge(registry, {
    name: 'slipway_signer_limit_left_ratio',
    help: 'What is left of the limit of single coins within a day, from 0 to 1, by the asset',
    labelNames: ['asset'],
    collect() {
      this.reset();
      const most = limits().dayUnits;
      for (const [asset, left] of leftWithin(limits(), record, now()).dayUnits)
        this.set({ asset }, Number(left) / Number(most.get(asset) ?? 1n));
    },
  });
}

function collectState(registry: Registry, { prices, stopped, contradictions, now }: SignerWatch): void {
  gauge(registry, {
    name: 'slipway_signer_stopped',
    help: '1 while a person has stopped the signer',
    async collect() {
      // What cannot be read stops the signer too.
      this.set((await stopped().catch(() => 'unreadable')) === undefined ? 0 : 1);
    },
  });
  gauge(registry, {
    name: 'slipway_signer_configuration_contradictions',
    help: 'Rows of the configuration that differ from those that the signer has accepted',
    collect() {
      this.set(contradictions().length);
    },
  });
  gauge(registry, {
    name: 'slipway_signer_price_age_seconds',
    help: "Age of the signer's own price of a market; it asks when it is asked, and for no other reason",
    labelNames: ['market'],
    collect() {
      this.reset();
      for (const [market, { observedAt }] of prices.book().markets)
        this.set({ market }, (now().getTime() - observedAt.getTime()) / SECOND_MS);
    },
  });
}
