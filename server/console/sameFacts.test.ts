import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { listPendingWork } from '../operator/deadlines/pendingWorkStore.ts';
import { HOLD_MARGIN_MS } from '../purchase/order/machine/stateDeadlines.ts';
import { createEventApplier, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { openConsoleWorld } from './consoleWorld.testing.ts';
import { createReviewWorld } from './reviews/reviewWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const { addReview, addDisputedOrder, addHeldOrder, addUnmatchedPayment } = createReviewWorld(database);
const cleo = world.createVisitor('cleo');
await cleo.logIn();

const HOUR_MS = 60 * 60_000;

/** Creates a card order that a risk rule has put on hold, authorized for this many hours. */
async function storeHeldCardOrder(hours: number) {
  const order = await storeOrder(database);
  const apply = createEventApplier(database, order.id);
  const captureBefore = new Date((await database.now()).getTime() + hours * HOUR_MS);
  await apply('payment_submitted', { attemptId: 'att' });
  await apply('payment_authorized', {
    attemptId: 'att',
    paymentId: `pi_${randomUUID()}`,
    units: 10_000n,
    captureBefore,
    assessment: { risk: 'hold', riskRule: 'day_amount', identity: 'accepted' },
  });
  return { ...order, apply, captureBefore };
}

async function findOnToday(kind: string, subject: string) {
  const { queue } = await cleo.call('today', { assignee: 'all' });
  return queue.find((item) => item.kind === kind && item.subject === subject);
}

async function findInReviews(id: string) {
  const { rows } = await cleo.call('reviews', {});
  return rows.find((row) => row.id === id);
}

async function findInOrders(orderNo: string) {
  const { rows } = await cleo.call('orders', { q: orderNo });
  return rows.find((row) => row.orderNo === orderNo);
}

/** Returns what each screen shows of a held order. */
async function readShownFacts(orderNo: string) {
  const [today, row, review, page, listed] = await Promise.all([
    findOnToday('hold', orderNo),
    findInReviews(`held-${orderNo}`),
    cleo.call('review', { id: `held-${orderNo}` }),
    cleo.call('order', { orderNo }),
    findInOrders(orderNo),
  ]);
  const waiting = (await listPendingWork(database, 1000)).find(
    ({ clock, subject }) => clock === 'hold' && subject === orderNo,
  );
  return {
    titles: [today?.cause, row?.cause, review.cause, page.head.cause],
    deadlines: [
      today?.clock.until,
      row?.deadline.until,
      review.deadline.until,
      page.wait?.until,
      listed?.until,
      waiting?.until.toISOString(),
    ],
    begins: [today?.clock.since, row?.deadline.since, page.wait?.since, listed?.since],
    outcomes: [today?.clock.otherwise, row?.deadline.otherwise, review.deadline.otherwise, page.wait?.otherwise],
  };
}

const expectAllEqual = (value: unknown, values: readonly unknown[]) => expect(values).toEqual(values.map(() => value));

describe('every screen shows the same facts about a held order', () => {
  test.each([
    ['whose authorization lapses long after a day', 7 * 24],
    ['whose authorization lapses within a day', 12],
  ])('%s: it is voided before the authorization lapses', async (_which, hours) => {
    const { orderNo, captureBefore } = await storeHeldCardOrder(hours);
    const { titles, deadlines, begins, outcomes } = await readShownFacts(orderNo);
    expectAllEqual('Day amount', titles);
    expectAllEqual(new Date(captureBefore.getTime() - HOLD_MARGIN_MS).toISOString(), deadlines);
    expectAllEqual(begins[0], begins);
    expectAllEqual('the authorization is voided and the order is cancelled', outcomes);
  });

  test('without an authorization that lapses: a person has a day', async () => {
    const { orderNo } = await addHeldOrder();
    const { titles, deadlines, begins, outcomes } = await readShownFacts(orderNo);
    expectAllEqual('Day amount', titles);
    expectAllEqual(new Date(Date.parse(begins[0] ?? '') + 24 * HOUR_MS).toISOString(), deadlines);
    expectAllEqual(begins[0], begins);
    expectAllEqual('the order stays on hold, and the person on duty is alerted', outcomes);
  });

  test('that is frozen', async () => {
    const { orderNo, applyEvent } = await addHeldOrder();
    await applyEvent('frozen', { reason: 'operator' });
    expectAllEqual('Frozen: held by an operator', (await readShownFacts(orderNo)).titles);
  });
});

test.each([
  ['document_differs', 'identity', { fields: ['birthDate'] }, 'Birth date mismatch'],
  ['answer_changed', 'identity', { fields: ['name'] }, 'Details changed after rejection: name'],
  ['name_listed', 'names', {}, /^Possible sanctions match: \d+ %$/],
] as const)('every screen shows the same facts about a review: %s', async (reason, kind, facts, title) => {
  const { id, buyerId } = await addReview(reason, facts);
  const [today, row, review, buyer] = await Promise.all([
    findOnToday('review', String(id)),
    findInReviews(`${kind}-${id}`),
    cleo.call('review', { id: `${kind}-${id}` }),
    cleo.call('buyer', { id: buyerId }),
  ]);
  expect(today?.cause).toMatch(title);
  expectAllEqual(today?.cause, [row?.cause, review.cause, buyer.reviews[0]?.question]);
  expectAllEqual(today?.clock, [row?.deadline, review.deadline]);
});

test('every screen shows the same facts about a review that an order waits for', async () => {
  const { id, buyerId } = await addReview('document_differs', { fields: ['name'] });
  const order = await storeOrder(database, { buyerId });
  const apply = createEventApplier(database, order.id);
  const captureBefore = new Date((await database.now()).getTime() + 7 * 24 * HOUR_MS);
  await apply('payment_submitted', { attemptId: 'att' });
  await apply('payment_authorized', {
    attemptId: 'att',
    paymentId: 'pi_1',
    units: 10_000n,
    captureBefore,
    assessment: { risk: 'clear', identity: 'needed' },
  });
  await apply('identity_processing', {});
  const [today, row, page, listed] = await Promise.all([
    findOnToday('review', String(id)),
    findInReviews(`identity-${id}`),
    cleo.call('order', { orderNo: order.orderNo }),
    findInOrders(order.orderNo),
  ]);
  const until = new Date(captureBefore.getTime() - HOLD_MARGIN_MS).toISOString();
  expectAllEqual(until, [today?.clock.until, row?.deadline.until, page.wait?.until, listed?.until]);
  expectAllEqual('the authorization is voided and the order is cancelled', [
    today?.clock.otherwise,
    row?.deadline.otherwise,
    page.wait?.otherwise,
  ]);
});

test('every screen shows the same facts about a dispute while it can be answered', async () => {
  const { dispute } = await addDisputedOrder(7);
  const [today, row] = [await findOnToday('dispute', dispute), await findInReviews(`dispute-${dispute}`)];
  expect(today).toMatchObject({
    cause: 'Dispute: fraudulent',
    clock: { otherwise: expect.stringContaining('records') },
  });
  expect(row).toMatchObject({ cause: today?.cause, deadline: today?.clock });
  await database.run(sql`update disputes set evidence = 'refused' where id = ${dispute}`);
  const refused = await findOnToday('dispute', dispute);
  expect(refused?.clock.otherwise).toMatch(/^no evidence is sent, and 100\.00 EUR.* are most likely lost$/);
  expect((await findInReviews(`dispute-${dispute}`))?.deadline).toEqual(refused?.clock);
  const late = await addDisputedOrder(-1);
  expectAllEqual(undefined, [
    await findOnToday('dispute', late.dispute),
    await findInReviews(`dispute-${late.dispute}`),
  ]);
});

test('every screen shows the same facts about an unmatched payment', async () => {
  const entry = await addUnmatchedPayment(50_000n);
  const [today, row] = [await findOnToday('unallocated', entry), await findInReviews(`unallocated-${entry}`)];
  expect(today).toMatchObject({ cause: 'Unmatched payment: no order reference', amount: { amount: '500.00' } });
  expect(row).toMatchObject({ cause: today?.cause, deadline: today?.clock, amount: today?.amount });
});
