import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import { JobFailure } from '../../../platform/jobs/jobFailure.ts';
import type { EffectJob } from '../../../platform/jobs/jobQueue.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import { listOrderEvents } from '../orderEventStore.ts';
import { findOrderById } from '../orderStore.ts';
import { silentStepContext } from '../silentStepContext.testing.ts';
import { storeOrder } from '../storedOrder.testing.ts';
import {
  type Conclusion,
  type ConclusionWrite,
  concludeDone,
  concludeWaiting,
  concludeWaitingForStep,
  concludeWithEvent,
  retryConclusions,
} from './conclusion.ts';
import { defineLocalStep, defineStep, loadOrderSubject, type Step } from './defineStep.ts';
import { listJournal } from './journalStore.ts';
import { runStep, type StepContext } from './runStep.ts';

const { database } = await openOwnDatabase();
let orderId: number;
const sent: EffectJob[] = [];
const counted: unknown[] = [];

beforeEach(async () => {
  orderId = (await storeOrder(database)).id;
  sent.length = 0;
  counted.length = 0;
});

function run(step: Step<StepContext>, subject = 'att_1'): Promise<void> {
  const context: StepContext = {
    ...silentStepContext,
    database,
    machine: { ...silentStepContext.machine, jobs: { send: async (_transaction, job) => void sent.push(job) } },
    metrics: { countStep: (...counts) => void counted.push(counts.slice(0, 2)) },
  };
  return runStep(context, step, { orderId, subject });
}

const SUBMITTED = { kind: 'payment_submitted', key: 'att_1:submitted', facts: { attemptId: 'att_1' } } as const;

/** A step with a given answer. */
function createStep(call: () => Promise<Outcome<string, 'declined'>>, conclusion: Conclusion = concludeDone()) {
  return defineStep({
    effect: 'authorize_payment',
    while: ['awaiting_payment'],
    about: loadOrderSubject,
    call,
    conclusions: { ok: () => conclusion, refused: { declined: () => conclusion }, ...retryConclusions },
  });
}

const journal = () => listJournal(database, orderId);
const readStatus = async () => (await findOrderById(database, orderId))?.status;
const insertAlert: ConclusionWrite = async (transaction) => {
  await transaction.run(sql`
    insert into operator_alerts (order_id, kind, facts, created_at) values (${orderId}, 'order', '{}', slipway_now())`);
};
const listAlerts = () => database.many(sql`select id from operator_alerts where order_id = ${orderId}`);

describe('a run of a step', () => {
  test('writes a journal row and commits it with its conclusion', async () => {
    await run(createStep(async () => ok('yes'), concludeWithEvent(SUBMITTED, insertAlert)));
    expect(await readStatus()).toBe('authorizing');
    expect(await listAlerts()).toHaveLength(1);
    expect(await journal()).toMatchObject([
      {
        step: 'authorize_payment',
        subject: 'att_1',
        try: 1,
        times: 1,
        outcome: 'ok',
        refusal: null,
        text: '',
        conclusion: 'payment_submitted',
      },
    ]);
    expect(counted).toEqual([['authorize_payment', 'ok']]);
  });

  test('stores a refusal’s reason, and the vendor’s message without personal data', async () => {
    await run(
      createStep(async () => refused('declined', 'card 4242 4242 4242 4242 of anna@example.com'), concludeDone()),
    );
    expect(await journal()).toMatchObject([
      { outcome: 'refused', refusal: 'declined', text: 'card [number] of [email]', conclusion: '' },
    ]);
  });

  test('increments the last row if the result is the same, and writes a new row otherwise', async () => {
    const away = createStep(async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: 'away' }));
    await run(away);
    await run(away);
    await run(away);
    await run(createStep(async () => ({ kind: 'pending' })));
    await run(away);
    await run(away, 'att_2');
    expect(
      (await journal()).map(({ outcome, subject, try: tries, times }) => [outcome, subject, tries, times]),
    ).toEqual([
      ['unavailable', 'att_1', 3, 3],
      ['pending', 'att_1', 4, 1],
      ['unavailable', 'att_1', 5, 1],
      ['unavailable', 'att_2', 1, 1],
    ]);
    const [first] = await journal();
    expect(first?.at.getTime()).toBeGreaterThan(first?.firstAt.getTime() ?? 0);
    expect(first?.conclusion).toBe('vendor_unavailable');
  });

  test('reports an exhausted call budget instead of an unavailable vendor', async () => {
    await run(createStep(async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: 'spent', cause: 'budget' })));
    expect(await journal()).toMatchObject([{ outcome: 'unavailable', conclusion: 'vendor_budget' }]);
  });

  test('is idle when the step needs no request', async () => {
    await run(
      defineLocalStep({
        effect: 'notify_buyer',
        while: ['awaiting_payment'],
        concludes: () => concludeDone(insertAlert),
      }),
    );
    expect(await journal()).toMatchObject([{ step: 'notify_buyer', outcome: 'idle' }]);
    expect(await listAlerts()).toHaveLength(1);
  });

  test('enqueues the step that its wait requires, for the same subject', async () => {
    await run(createStep(async () => ok('yes'), concludeWaitingForStep('sync_payment', 'vendor_pending', 500)));
    expect(sent).toEqual([
      { effect: 'sync_payment', afterMs: 500, orderId, subject: 'att_1', cause: 'vendor_pending' },
    ]);
    expect(await journal()).toMatchObject([{ conclusion: 'vendor_pending' }]);
  });
});

describe('a run writes nothing', () => {
  test('for an order that has left the state, and sends no request', async () => {
    await run(createStep(async () => ok('yes'), concludeWithEvent(SUBMITTED)));
    const call = vi.fn<() => Promise<Outcome<string, 'declined'>>>();
    await run(createStep(call));
    expect(call).not.toHaveBeenCalled();
    expect(await journal()).toHaveLength(1);
    expect(counted).toHaveLength(1);
  });

  test('when its conclusion is stale', async () => {
    const stale: ConclusionWrite = async () => 'stale';
    await run(createStep(async () => ok('yes'), concludeWithEvent(SUBMITTED, stale)));
    expect(await readStatus()).toBe('awaiting_payment');
    expect(await listOrderEvents(database, orderId)).toEqual([]);
    expect(await journal()).toEqual([]);
  });

  test('when the journal row of its conclusion cannot be written, and can be repeated', async () => {
    const honest = createStep(async () => ok('yes'), concludeWithEvent(SUBMITTED, insertAlert));
    const tooLong: Step<StepContext> = {
      ...honest,
      run: async (...about) => ({ ...(await honest.run(...about)), milliseconds: 2 ** 40 }),
    };
    await expect(run(tooLong)).rejects.toThrow(JobFailure);
    expect(await readStatus()).toBe('awaiting_payment');
    expect(await listOrderEvents(database, orderId)).toEqual([]);
    expect(await listAlerts()).toEqual([]);
    expect(await journal()).toMatchObject([{ outcome: 'failed', conclusion: '' }]);
    await run(honest);
    expect(await readStatus()).toBe('authorizing');
  });
});

describe('an internal error', () => {
  const fault = new TypeError('cannot read anna@example.com');
  const broken = createStep(async () => {
    throw fault;
  });

  test('is recorded, counted, and thrown so that the queue reports and retries it', async () => {
    const failure = await run(broken).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JobFailure);
    const order = await findOrderById(database, orderId);
    expect(failure).toMatchObject({
      message: fault.message,
      cause: fault,
      facts: { orderNo: order?.orderNo, step: 'authorize_payment' },
    });
    await expect(run(broken)).rejects.toThrow(JobFailure);
    expect(await journal()).toMatchObject([
      { outcome: 'failed', text: 'cannot read [email]', times: 2, try: 2, conclusion: '' },
    ]);
    expect(counted).toEqual([
      ['authorize_payment', 'failed'],
      ['authorize_payment', 'failed'],
    ]);
  });

  test('while a conclusion is written rolls all its writes back', async () => {
    const breaks: ConclusionWrite = async (transaction) => {
      await insertAlert(transaction);
      throw fault;
    };
    await expect(run(createStep(async () => ok('yes'), concludeWaiting('vendor_pending', breaks)))).rejects.toThrow(
      JobFailure,
    );
    expect(await listAlerts()).toEqual([]);
    expect(await journal()).toMatchObject([{ outcome: 'failed' }]);
  });
});
