import { sign } from 'node:crypto';
import { buildBulkSignedText } from '@slipway/contract/statements/statement.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { deriveSamplePersonKey } from '../../../sandbox/world/samplePersons.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { executeOperatorRequests } from '../../operator/requests/executeOperatorRequests.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { buildBatchSignature } from '../../platform/persons/batchSignature.ts';
import { hashStatement } from '../../platform/persons/statement.ts';
import { payment } from '../../purchase/order/orderMachineHarness.testing.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { noMails, noPayouts, silentOrderMachine } from '../../purchase/order/silentStepContext.testing.ts';
import { createEventApplier, storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { quotedPriceVenue } from '../../purchase/payment/steps/paymentStepContext.testing.ts';
import { emptyPriceBook } from '../../purchase/quote/priceBook.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const settings = seededSettings();
const [cleo, finn, tess, vera] = ['cleo', 'finn', 'tess', 'vera'].map(world.createVisitor) as [
  Visitor,
  Visitor,
  Visitor,
  Visitor,
];
type Visitor = ReturnType<typeof world.createVisitor>;
for (const visitor of [cleo, finn, tess, vera]) await visitor.logIn();

async function storeHeldOrder(euroCents = 10_000n): Promise<string> {
  const { id, orderNo } = await storeOrder(database, { euroCents });
  const apply = createEventApplier(database, id);
  await apply('payment_submitted', { attemptId: payment.attemptId });
  const assessment = { risk: 'hold', identity: 'accepted' } as const;
  await apply('payment_authorized', {
    ...payment,
    paymentId: `pi_${orderNo}`,
    units: 10_000n,
    captureBefore: null,
    assessment,
  });
  return orderNo;
}

const executeRequests = () =>
  executeOperatorRequests({
    ...noMails,
    ...noPayouts,
    database: roleDatabase(database, 'worker'),
    machine: silentOrderMachine,
    catalog: settings.catalog,
    prices: () => emptyPriceBook,
    venue: quotedPriceVenue,
    screening: createFixedScreening(),
    rules: settings.rules,
    riskRules: () => [],
    log: createLog('silent'),
    rootKeys: world.persons.rootKeys,
    isSandbox: true,
  });

type SignedArguments = readonly [act: string, arguments: Parameters<Visitor['sign']>[1]];

/** Signs statements that follow one another, with one signature over all of them. */
async function signTogether(by: Visitor, name: string, all: readonly SignedArguments[]) {
  const texts: string[] = [];
  for (const [act, args] of all) texts.push((await by.sign(act, args, 'a test')).text);
  const list = Buffer.from(buildBulkSignedText(texts.map((text) => hashStatement({ text }))));
  return { texts, signature: sign(null, list, deriveSamplePersonKey(name)).toString('base64') };
}

const buildActs = (orders: readonly string[], act = 'clear'): SignedArguments[] =>
  orders.map((subject) => [act, { action: act, subject, input: {} }]);
const requestBulk = async (orders: readonly string[], { by = cleo, name = 'cleo', act = 'clear' } = {}) =>
  by.call('requestActions', { statements: await signTogether(by, name, buildActs(orders, act)) });
const readStatus = async (orderNo: string) => (await findOrder(database, orderNo))?.status;
const readOutcome = async (id: number) =>
  database.one<{ status: string; result: string | null }>(
    sql`select status, result from operator_requests where id = ${id}`,
  );
const countRequests = async () =>
  (await database.one<{ count: number }>(sql`select count(*)::int as count from operator_requests`)).count;

describe('several held orders', () => {
  test('are released by one signature, each checked separately', async () => {
    const [first, gone, last] = [await storeHeldOrder(), await storeHeldOrder(), await storeHeldOrder()];
    const { list } = await requestBulk([first, gone, last]);
    expect(list.map(({ subject, status }) => [subject, status])).toEqual(
      [first, gone, last].map((orderNo) => [orderNo, 'approved']),
    );
    const order = await findOrder(database, gone);
    await createEventApplier(database, order?.id ?? 0)('hold_refused', {});
    await executeRequests();
    expect((await readOutcome(list[1]?.id ?? 0)).status).toBe('refused');
    expect([await readStatus(first), await readStatus(gone), await readStatus(last)]).toEqual([
      'capturing',
      'voiding',
      'capturing',
    ]);
  });

  test('need a second person if their sum exceeds the threshold, although no single one does', async () => {
    const threshold = settings.rules.secondPersonAboveEuroCents;
    const readStatuses = async (...worth: readonly bigint[]) => {
      const orders = await Promise.all(worth.map(storeHeldOrder));
      return (await requestBulk(orders)).list.map(({ status }) => status);
    };
    expect(await readStatuses(threshold - 1n, 1n)).toEqual(['approved', 'approved']);
    expect(await readStatuses(threshold, 1n)).toEqual(['waiting', 'waiting']);
  });

  test('are refused when a row was marked as approved without a second person', async () => {
    const threshold = settings.rules.secondPersonAboveEuroCents;
    const orders = [await storeHeldOrder(threshold), await storeHeldOrder(1n)];
    const { list } = await requestBulk(orders);
    await database.run(sql`update operator_requests set status = 'approved' where id = ${list[0]?.id ?? 0}`);
    await executeRequests();
    expect(await readOutcome(list[0]?.id ?? 0)).toMatchObject({
      status: 'refused',
      result: expect.stringMatching(/^second_missing/),
    });
  });

  test('are requested together or not at all, and only once', async () => {
    const orders = [await storeHeldOrder(), await storeHeldOrder()];
    const before = await countRequests();
    const refused = (asking: Promise<unknown>) => expect(asking).rejects.toMatchObject({ key: 'act_refused' });
    await refused(requestBulk([...orders, 'NOSUCHORDER']));
    await refused(requestBulk([orders[0] ?? '', orders[0] ?? '']));
    await refused(requestBulk(orders, { by: vera, name: 'vera' }));
    await refused(requestBulk(orders, { act: 'freeze' }));
    const mixed = [...buildActs(orders.slice(0, 1)), ...buildActs(orders.slice(1), 'refuse')];
    await refused(cleo.call('requestActions', { statements: await signTogether(cleo, 'cleo', mixed) }));
    const byOther = await signTogether(cleo, 'finn', buildActs(orders));
    await refused(cleo.call('requestActions', { statements: byOther }));
    expect(await countRequests()).toBe(before);
    const once = await signTogether(cleo, 'cleo', buildActs(orders));
    await cleo.call('requestActions', { statements: once });
    await refused(cleo.call('requestActions', { statements: once }));
    expect(await countRequests()).toBe(before + 2);
  });

  test('cannot avoid the second person by being requested one by one with the batch signature', async () => {
    const threshold = settings.rules.secondPersonAboveEuroCents;
    const orders = [await storeHeldOrder(threshold), await storeHeldOrder(threshold)];
    const { texts, signature } = await signTogether(cleo, 'cleo', buildActs(orders));
    const shared = Buffer.from(buildBatchSignature(texts, Buffer.from(signature, 'base64'))).toString('base64');
    const request = await cleo.call('requestAction', { statement: { text: texts[0] ?? '', signature: shared } });
    expect(request.status).toBe('approved');
    await executeRequests();
    expect(await readOutcome(request.id)).toMatchObject({ result: expect.stringMatching(/^second_missing/) });
    expect(await readStatus(orders[0] ?? '')).toBe('on_hold');
  });
});

describe('several requests', () => {
  async function createWaitingRequests(count: number) {
    const threshold = settings.rules.secondPersonAboveEuroCents;
    const orders: string[] = [];
    for (let index = 0; index < count; index += 1) orders.push(await storeHeldOrder(threshold + 1n));
    const { list } = await requestBulk(orders);
    return { orders, list };
  }
  const answer = async (
    list: readonly { readonly id: number; readonly statement: string | null }[],
    { by = finn, name = 'finn', answer: act = 'approve' } = {},
  ) =>
    by.call('answerRequests', {
      ids: list.map(({ id }) => id),
      statements: await signTogether(
        by,
        name,
        list.map(({ statement }) => [act, { statement: statement ?? '' }]),
      ),
    });

  test('are approved by one signature, and an ended one does not block the others', async () => {
    const { orders, list } = await createWaitingRequests(3);
    await finn.answer(list[1]?.id ?? 0, 'reject', list[1]?.statement ?? '');
    const answered = (await answer(list)).list;
    expect(answered.map(({ request, failed }) => [request.status, failed === null])).toEqual([
      ['approved', true],
      ['rejected', false],
      ['approved', true],
    ]);
    await executeRequests();
    expect(await Promise.all(orders.map(readStatus))).toEqual(['awaiting_identity', 'on_hold', 'awaiting_identity']);
  });

  test('are rejected by one signature', async () => {
    const { orders, list } = await createWaitingRequests(2);
    const answered = (await answer(list, { answer: 'reject' })).list;
    expect(answered.map(({ request: { status } }) => status)).toEqual(['rejected', 'rejected']);
    await executeRequests();
    expect(await Promise.all(orders.map(readStatus))).toEqual(['on_hold', 'on_hold']);
  });

  test('are not approved by their requester, and no statement is stored', async () => {
    const { list } = await createWaitingRequests(2);
    const answered = (await answer(list, { by: cleo, name: 'cleo' })).list;
    expect(answered.map(({ request, failed }) => [request.status, failed !== null])).toEqual([
      ['waiting', true],
      ['waiting', true],
    ]);
    const kept = await database.many(sql`
      select 1 from operator_statements where act = 'approve'
        and text::jsonb -> 'arguments' ->> 'statement' = any (${list.map(({ statement }) => statement ?? '')})`);
    expect(kept).toEqual([]);
  });

  test('are refused if their statements are in another order than the requests', async () => {
    const { list } = await createWaitingRequests(2);
    const ids = list.map(({ id }) => id);
    const answers = list
      .toReversed()
      .map(({ statement }): SignedArguments => ['approve', { statement: statement ?? '' }]);
    const statements = await signTogether(finn, 'finn', answers);
    await expect(finn.call('answerRequests', { ids, statements })).rejects.toMatchObject({ key: 'statement_refused' });
  });

  test('for other actions, such as unfreezing, are approved one by one, but can be rejected together', async () => {
    const request = { action: 'unfreeze', subject: (await createWaitingRequests(2)).orders[0] ?? '' };
    const [one, other] = [await cleo.requestAction('unfreeze', request), await cleo.requestAction('unfreeze', request)];
    await expect(answer([one, other])).rejects.toMatchObject({ key: 'act_refused' });
    expect((await answer([one, other], { answer: 'reject' })).list.map(({ failed }) => failed)).toEqual([null, null]);
  });
});
