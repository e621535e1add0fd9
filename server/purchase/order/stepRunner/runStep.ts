import type { Database, Transaction } from '../../../platform/database/database.ts';
import { JobFailure } from '../../../platform/jobs/jobFailure.ts';
import type { EffectJob } from '../../../platform/jobs/jobQueue.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import { runInSpan, setSpanOutcome } from '../../../platform/tracing/spans.ts';
import { applyEvent, type OrderMachine } from '../machine/applyEvent.ts';
import type { EffectName } from '../machine/transitions.ts';
import { isFulfilledByProvider, type Order } from '../order.ts';
import { findOrderById, lockOrderRow } from '../orderStore.ts';
import type { Conclusion } from './conclusion.ts';
import type { Step, StepRun } from './defineStep.ts';
import { writeJournal } from './journalStore.ts';
import { redactVendorMessage } from './redactVendorMessage.ts';

export type StepContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'countStep'>;
};

/**
 * Runs one step of an order: loads the order, checks that the step applies to its state, makes the external call, and
 * commits the result with the journal row. Idempotent. Rejects with a {@link JobFailure} if our own code fails: the
 * queue logs and retries it, and the journal records it.
 */
export async function runStep<Context extends StepContext>(
  context: Context,
  step: Step<NoInfer<Context>>,
  { orderId, subject }: Pick<EffectJob, 'orderId' | 'subject'>,
): Promise<void> {
  const order = await findOrderById(context.database, orderId);
  if (!order || !step.while.includes(order.status) || !isStepApplicable(step, order)) return;
  const { orderNo } = order;
  const attributes = { 'slipway.order_no': orderNo, 'slipway.step': step.effect };
  await runInSpan({ name: `step ${step.effect}`, attributes }, async (span) => {
    const begun = performance.now();
    try {
      const run = await step.run(context, order, subject);
      await commitRun(context, order, step, subject, run);
      setSpanOutcome(span, run.outcome, run.refusal);
      span.setAttribute('slipway.conclusion', getConclusionName(run.conclusion));
      reportRun(context, order, step, run, performance.now() - begun);
    } catch (error) {
      context.metrics.countStep(step.effect, 'failed', (performance.now() - begun) / 1000);
      await journalFailure(context, order, step, subject, error);
      throw new JobFailure({ orderNo, step: step.effect }, error);
    }
  });
}

/**
 * Only `alert_operator` and `sync_provider` apply to orders that another provider fulfils: no step may capture, buy or send
 * for them.
 */
function isStepApplicable({ effect }: { readonly effect: EffectName }, order: Order): boolean {
  return effect === 'alert_operator' || (effect === 'sync_provider') === isFulfilledByProvider(order);
}

async function commitRun<Context extends StepContext>(
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
      text: redactVendorMessage(run.message),
      conclusion: getConclusionName(run.conclusion),
      milliseconds: run.milliseconds,
    };
    await Promise.all([
      executeConclusion(machine, transaction, order.id, run.conclusion, subject),
      writeJournal(transaction, order.id, row),
    ]);
  });
}

/**
 * Writes a conclusion's rows, and applies its event or enqueues its follow-up step, in the caller's transaction and under the
 * order's lock. Returns `stale` if the rows are stale: then nothing follows. Writes no journal.
 */
export async function applyConclusion(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  conclusion: Conclusion,
  subject = '',
): Promise<void | 'stale'> {
  if ((await writeRows(transaction, orderId, conclusion)) === 'stale') return 'stale';
  await executeConclusion(machine, transaction, orderId, conclusion, subject);
}

async function writeRows(transaction: Transaction, orderId: number, { write }: Conclusion): Promise<void | 'stale'> {
  if (!write) return;
  const [, result] = await Promise.all([lockOrderRow(transaction, orderId), write(transaction)]);
  return result;
}

async function executeConclusion(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  conclusion: Conclusion,
  subject: string,
): Promise<void> {
  if (conclusion.kind === 'event') await applyEvent(machine, transaction, orderId, conclusion.event);
  if (conclusion.kind === 'waits' && conclusion.next)
    await machine.jobs.send(transaction, { ...conclusion.next, orderId, subject, cause: conclusion.reason });
}

function getConclusionName(conclusion: Conclusion): string {
  if (conclusion.kind === 'event') return conclusion.event.kind;
  return conclusion.kind === 'waits' ? conclusion.reason : '';
}

/** Counts a run and logs one line. Runs that only wait repeat often: they are logged at debug level. */
function reportRun<Context extends StepContext>(
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
    conclusion: getConclusionName(run.conclusion),
    vendorMs: run.milliseconds,
    tookMs: Math.round(tookMs),
  };
  log[run.conclusion.kind === 'waits' ? 'debug' : 'info'](line, 'step');
}

/**
 * Records a failure in the journal; the queue logs the error itself. If this row cannot be written, the error must still be
 * reported.
 */
async function journalFailure<Context extends StepContext>(
  { database, log }: Context,
  order: Order,
  step: Step<Context>,
  subject: string,
  error: unknown,
): Promise<void> {
  const message = redactVendorMessage(error instanceof Error ? error.message : String(error));
  await writeJournal(database, order.id, {
    step: step.effect,
    subject,
    outcome: 'failed',
    refusal: null,
    text: message,
    conclusion: '',
    milliseconds: 0,
  }).catch((lost: unknown) => log.warn({ error: lost, orderNo: order.orderNo }, 'the journal could not be written'));
}
