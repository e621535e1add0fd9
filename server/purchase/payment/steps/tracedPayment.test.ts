import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../tools/patience/waitFor.testing.ts';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import { AppError } from '../../../platform/http/appError.ts';
import { createAdmission } from '../../../platform/http/gateway/admission.ts';
import { GATEWAY_PATH, registerGateway } from '../../../platform/http/gateway/gateway.ts';
import type { Caller, Handlers } from '../../../platform/http/handlers.ts';
import { openJobs, type RunningJobs } from '../../../platform/jobs/bossQueue.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createMetrics } from '../../../platform/metrics/metrics.ts';
import { recordSpans } from '../../../platform/tracing/recordedSpans.testing.ts';
import { traceAdapter } from '../../../platform/tracing/traceAdapter.ts';
import { reserveNothing } from '../../../risk/reserveNothing.testing.ts';
import { applyEvent } from '../../order/machine/applyEvent.ts';
import { findOrderById } from '../../order/orderStore.ts';
import { silentStepContext } from '../../order/silentStepContext.testing.ts';
import type { Step } from '../../order/stepRunner/defineStep.ts';
import { runStep } from '../../order/stepRunner/runStep.ts';
import { storeOrder } from '../../order/storedOrder.testing.ts';
import { sweepSteps } from '../../order/sweeps/sweepOrders.ts';
import { insertAttempt } from '../attemptStore.ts';
import { createFakeAcquirer } from '../fakeAcquirer.testing.ts';
import { authorizePayment } from './authorizePayment.ts';
import { capturePayment } from './capturePayment.ts';
import { createPaymentStepContext, quotedPriceVenue } from './paymentStepContext.testing.ts';
import { syncPayment } from './syncPayment.ts';

const spans = recordSpans();
const acquirer = createFakeAcquirer();
const { database, url } = await openOwnDatabase(6);
let jobs: RunningJobs;

function stepsContext() {
  return {
    ...createPaymentStepContext(database, traceAdapter(acquirer.card, { family: 'card', vendor: 'fake' })),
    machine: { ...silentStepContext.machine, jobs },
    venue: traceAdapter(quotedPriceVenue, { family: 'venue', vendor: 'calm' }),
  };
}

beforeAll(async () => {
  jobs = await openJobs(url, createLog('silent'));
  const context = stepsContext();
  const steps: Readonly<Record<string, Step<typeof context>>> = {
    authorize_payment: authorizePayment,
    sync_payment: syncPayment,
    capture_payment: capturePayment,
  };
  // The steps after the payment are tested elsewhere: their jobs end at once.
  await jobs.work(async ({ effect, ...job }) => {
    const step = steps[effect];
    if (step) await runStep(context, step, job);
  });
});

beforeEach(() => spans.forget());

afterAll(async () => {
  await jobs?.stop();
  spans.stop();
});

/** Creates a gateway with the only call that this test makes, and returns a function that sends it. */
function createGateway(payOrder: () => Promise<void>) {
  const app = fastify();
  const caller = { session: { buyerId: 'buyer' }, country: 'DE', address: '203.0.113.7' } as unknown as Caller;
  registerGateway(app, {
    handlers: { payOrder: async () => ({ data: await payOrder() }) } as unknown as Handlers,
    admission: createAdmission(
      { read: () => caller, withSession: async () => caller, isBanned: () => false },
      { enabled: false },
    ),
    metrics: createMetrics(),
    refusals: { note: () => undefined },
  });
  const body = { orderNo: 'ORDER23456', submissionId: randomUUID(), confirmationToken: 'ctoken_1', saveCard: false };
  const headers = { traceparent: '00-11111111111111111111111111111111-2222222222222222-01' };
  return () => app.inject({ method: 'POST', url: `${GATEWAY_PATH}/payOrder`, headers, payload: body });
}

/** Creates an order; `press` simulates the buyer's press of Pay. */
async function createUnpaidOrder() {
  const { id, orderNo } = await storeOrder(database);
  const attemptId = `att_${randomUUID()}`;
  const submissionId = randomUUID();
  const press = createGateway(async () => {
    await database.transaction(async (transaction) => {
      const attempt = { id: attemptId, orderId: id, submissionId, savedCardId: null, saveCard: false };
      await insertAttempt(await reserveNothing(transaction, 'attempt'), { ...attempt, confirmationToken: 'ctoken_1' });
      await applyEvent({ ...silentStepContext.machine, jobs }, transaction, id, {
        kind: 'payment_submitted',
        key: `${attemptId}:submitted`,
        facts: { attemptId },
      });
    });
  });
  const reach = (status: string) =>
    waitFor(async () => expect((await findOrderById(database, id))?.status).toBe(status));
  return { id, orderNo, press, reach };
}

/** Returns each ended span with its parent's name, in start order, once the named spans have ended. */
async function listSpansWithParents(
  awaited: readonly string[],
): Promise<{ readonly name: string; readonly parent: string }[]> {
  await waitFor(() => expect(spans.ended().map(({ name }) => name)).toEqual(expect.arrayContaining([...awaited])));
  const ended = spans.ended();
  const names = new Map(ended.map((span) => [span.spanContext().spanId, span.name]));
  return ended.map(({ name, parentSpanContext }) => ({
    name,
    parent: parentSpanContext ? (names.get(parentSpanContext.spanId) ?? 'elsewhere') : '',
  }));
}

test('records a paid order as one trace, from the Pay button to the acquirer', async () => {
  const { orderNo, press, reach } = await createUnpaidOrder();
  expect((await press()).json()).toMatchObject({ respCode: expect.any(String) });
  await reach('paid');
  const lines = await listSpansWithParents([
    'job authorize_payment',
    'job capture_payment',
    'job start_conversion',
    'job notify_buyer',
  ]);
  const listParents = (name: string) => lines.filter((line) => line.name === name).map(({ parent }) => parent);
  expect(listParents('call payOrder')).toEqual(['']);
  expect(listParents('job authorize_payment')).toEqual(['call payOrder']);
  expect(listParents('step authorize_payment')).toEqual(['job authorize_payment']);
  expect(listParents('card.authorize')).toEqual(['step authorize_payment']);
  expect(listParents('venue.getAsks')).toEqual(['step authorize_payment']);
  expect(listParents('job capture_payment')).toEqual(['step authorize_payment']);
  expect(listParents('step capture_payment')).toEqual(['job capture_payment']);
  expect(listParents('card.capture')).toEqual(['step capture_payment']);
  expect(listParents('job start_conversion')).toEqual(['step capture_payment']);

  const ended = spans.ended();
  expect(new Set(ended.map((span) => span.spanContext().traceId)).size).toBe(1);
  expect(ended[0]?.spanContext().traceId).not.toBe('1'.repeat(32));
  const step = ended.find(({ name }) => name === 'step capture_payment');
  expect(step?.attributes).toEqual({
    'slipway.order_no': orderNo,
    'slipway.step': 'capture_payment',
    'slipway.outcome': 'ok',
    'slipway.conclusion': 'payment_captured',
  });
  const kinds = new Map(ended.map(({ name, kind }) => [name, kind]));
  expect(kinds.get('call payOrder')).toBe(SpanKind.SERVER);
  expect(kinds.get('job capture_payment')).toBe(SpanKind.CONSUMER);
  expect(kinds.get('card.capture')).toBe(SpanKind.CLIENT);
  expect(JSON.stringify(ended.map(({ attributes, events }) => [attributes, events]))).not.toMatch(
    /ctoken|example\.com|bc1q|203\.0\.113|10000/,
  );
});

test('starts a new trace for a job that the sweep repeats, with a link to the sweep', async () => {
  const { id, orderNo, press, reach } = await createUnpaidOrder();
  await press();
  await reach('paid');
  // A job may end after the jobs that it enqueued have begun.
  await listSpansWithParents([
    'job authorize_payment',
    'job capture_payment',
    'job start_conversion',
    'job notify_buyer',
  ]);
  spans.forget();
  // Simulates a lost answer to the capture.
  await database.run(sql`update orders set status = 'capturing', attend_at = clock_timestamp() where id = ${id}`);
  await sweepSteps({ database, machine: { ...silentStepContext.machine, jobs } });
  await listSpansWithParents(['sweep', 'step capture_payment', 'job capture_payment']);
  const findSpan = (name: string) => spans.ended().find((span) => span.name === name);
  const sweep = findSpan('sweep')?.spanContext();
  const job = findSpan('job capture_payment');
  expect(job?.parentSpanContext).toBeUndefined();
  expect(job?.spanContext().traceId).not.toBe(sweep?.traceId);
  expect(job?.links.map(({ context }) => context.spanId)).toEqual([sweep?.spanId]);
  const step = findSpan('step capture_payment');
  expect(step?.spanContext().traceId).toBe(job?.spanContext().traceId);
  expect(step?.attributes['slipway.order_no']).toBe(orderNo);
});

test('marks a call that fails as an error in its span, but not a refused call', async () => {
  const refused = await createGateway(async () => {
    throw new AppError('order_not_found');
  })();
  const broken = await createGateway(async () => {
    throw new TypeError('of anna@example.com');
  })();
  expect([refused.statusCode < 500, broken.statusCode]).toEqual([true, 500]);
  const [first, second] = spans.ended();
  expect(first).toMatchObject({ name: 'call payOrder', status: { code: 0 } });
  expect(first?.attributes['slipway.resp_code']).toBe(refused.json<{ respCode: string }>().respCode);
  expect(second).toMatchObject({ status: { code: 2 } });
  expect(second?.attributes).toEqual({ 'http.route': `${GATEWAY_PATH}/payOrder`, 'error.type': 'TypeError' });
});
