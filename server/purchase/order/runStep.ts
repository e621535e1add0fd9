import type { Database, Transaction } from '../../platform/database/database.ts';
import { JobFailure } from '../../platform/jobs/jobFailure.ts';
import type { EffectJob } from '../../platform/jobs/jobQueue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { inSpan, tellOutcome } from '../../platform/tracing/spans.ts';
import { applyEvent, type OrderMachine } from './applyEvent.ts';
import type { Conclusion } from './conclusion.ts';
import type { Step, StepRun } from './defineStep.ts';
import { writeJournal } from './journalStore.ts';
import { isProvidersOrder, type Order } from './order.ts';
import { findOrderById, holdOrder } from './orderStore.ts';
import { redactWords } from './redactWords.ts';
import type { EffectName } from './transitions.ts';

export type StepContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'countStep'>;
};

/**
 * Does one step of one order: loads the order, looks whether it still stands where the step belongs, asks outside, and
 * commits what follows together with the journal's row. Doing it twice does no harm. Rejects with a {@link JobFailure} when
 * our own code fails: the queue says so and tries again, and the journal says so too.
 */
export async function runStep<Context extends StepContext>(
  context: Context,
  step: Step<NoInfer<Context>>,
  { orderId, subject }: Pick<EffectJob, 'orderId' | 'subject'>,
): Promise<void> {
  const order = await findOrderById(context.database, orderId);
  if (!order || !step.while.includes(order.status) || !concerns(step, order)) return;
  const { orderNo } = order;
  const attributes = { 'slipway.order_no': orderNo, 'slipway.step': step.effect };
  await inSpan({ name: `step ${step.effect}`, attributes }, async (span) => {
    const begun = performance.now();
    try {
      const run = await step.run(context, order, subject);
      await commit(context, order, step, subject, run);
      tellOutcome(span, run.outcome, run.refusal);
      span.setAttribute('slipway.conclusion', nameOf(run.conclusion));
      report(context, order, step, run, performance.now() - begun);
    } catch (error) {
      context.metrics.countStep(step.effect, 'failed', (performance.now() - begun) / 1000);
      await journalFailure(context, order, step, subject, error);
      throw new JobFailure({ orderNo, step: step.effect }, error);
    }
  });
}

/** Whoever fulfils an order does its steps: none of ours may take, buy or send anything for another provider's. */
function concerns({ effect }: { readonly effect: EffectName }, order: Order): boolean {
  return effect === 'alert_operator' || (effect === 'sync_provider') === isProvidersOrder(order);
}

async function commit<Context extends StepContext>(
  { database, machine }: Context,
  order: Order,
  step: Step<Context>,
  subject: string,
  run: StepRun,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if ((await writeRows(transaction, order.id, run.conclusion)) === 'stale') return;
    const row = {
      step: step.effect,
      subject,
      outcome: run.outcome,
      refusal: run.refusal,
      words: redactWords(run.words),
      conclusion: nameOf(run.conclusion),
      milliseconds: run.milliseconds,
    };
    await Promise.all([
      tell(machine, transaction, order.id, run.conclusion, subject),
      writeJournal(transaction, order.id, row),
    ]);
  });
}

/** Writes a conclusion's rows and tells its event, all in the caller's transaction and under the order's lock. */
export async function conclude(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  conclusion: Conclusion,
  subject = '',
): Promise<void | 'stale'> {
  if ((await writeRows(transaction, orderId, conclusion)) === 'stale') return 'stale';
  await tell(machine, transaction, orderId, conclusion, subject);
}

async function writeRows(transaction: Transaction, orderId: number, { write }: Conclusion): Promise<void | 'stale'> {
  if (!write) return;
  const [, said] = await Promise.all([holdOrder(transaction, orderId), write(transaction)]);
  return said;
}

async function tell(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  conclusion: Conclusion,
  subject: string,
): Promise<void> {
  if (conclusion.kind === 'tells') await applyEvent(machine, transaction, orderId, conclusion.event);
  if (conclusion.kind === 'waits' && conclusion.next)
    await machine.jobs.send(transaction, { ...conclusion.next, orderId, subject, cause: conclusion.reason });
}

function nameOf(conclusion: Conclusion): string {
  if (conclusion.kind === 'tells') return conclusion.event.kind;
  return conclusion.kind === 'waits' ? conclusion.reason : '';
}

/** One line for each run. A run that only waits comes again and again: its line is for debugging. */
function report<Context extends StepContext>(
  { log, metrics }: Context,
  order: Order,
  step: Step<Context>,
  run: StepRun,
  tookMs: number,
): void {
  metrics.countStep(step.effect, run.outcome, tookMs / 1000);
  const line = {
    orderNo: order.orderNo,
    step: step.effect,
    outcome: run.outcome,
    ...(run.refusal !== null && { refusal: run.refusal }),
    conclusion: nameOf(run.conclusion),
    vendorMs: run.milliseconds,
    tookMs: Math.round(tookMs),
  };
  log[run.conclusion.kind === 'waits' ? 'debug' : 'info'](line, 'step');
}

/** The fault itself is the queue's to log; the journal only says that there was one. Losing this row must not hide it. */
async function journalFailure<Context extends StepContext>(
  { database, log }: Context,
  order: Order,
  step: Step<Context>,
  subject: string,
  error: unknown,
): Promise<void> {
  const words = redactWords(error instanceof Error ? error.message : String(error));
  await writeJournal(database, order.id, {
    step: step.effect,
    subject,
    outcome: 'failed',
    refusal: null,
    words,
    conclusion: '',
    milliseconds: 0,
  }).catch((lost: unknown) => log.warn({ error: lost, orderNo: order.orderNo }, 'the journal could not be written'));
}
