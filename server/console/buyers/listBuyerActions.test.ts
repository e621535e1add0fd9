import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { BUYER_ACTIONS, type BuyerAction } from '../../account/actions/findBuyerActionProblem.ts';
import { listAuditLines } from '../../platform/audit/auditStore.ts';
import { openConsoleWorld, PERSONS } from '../consoleWorld.testing.ts';
import { createReviewWorld } from '../reviews/reviewWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const { addBuyer, addHeldOrder, addDisputedOrder } = createReviewWorld(database);

async function logInAs(name: string) {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  return visitor;
}

const cleo = await logInAs('cleo');
const finn = await logInAs('finn');
const TWO_PERSON_ACTIONS: ReadonlySet<string> = new Set(['set-level', 'block', 'unblock', 'lift-legal-hold']);
const INPUTS: Readonly<Partial<Record<BuyerAction, Record<string, string>>>> = {
  'set-level': { level: '2', until: '2027-01-31', because: 'a notary has seen the passport' },
  'place-legal-hold': { case: 'file 12/26' },
};

async function readDecisions(visitor: typeof cleo, id: string) {
  const { decisions } = await visitor.call('buyer', { id });
  return new Map(decisions.map((decision) => [decision.action, decision]));
}

/** Blocks a buyer as the worker does. */
async function block(id: string): Promise<void> {
  const { request } = await database.one<{ request: number }>(sql`
    insert into operator_requests (action, subject, input, who, why, approved_by, status, created_at, settled_at)
    values ('block', ${id}, '{}', 'cleo', 'the bank asks', 'finn', 'done', slipway_now(), slipway_now()) returning id as request`);
  await database.run(sql`
    insert into buyer_blocks (request_id, buyer_id, account_mark, blocked_at)
    values (${request}, ${id}, sha256(${id}::bytea), slipway_now())`);
}

describe('a compliance action for a buyer', () => {
  test('is shown with its effect, its approvers, and the reason when it is not allowed', async () => {
    const id = await addBuyer();
    const decisions = await readDecisions(cleo, id);
    for (const action of BUYER_ACTIONS) {
      const decision = decisions.get(action);
      expect(decision?.effect).not.toBe('');
      expect(decision?.needsSecondApproval).toBe(TWO_PERSON_ACTIONS.has(action));
      expect(decision?.approvers).toEqual(TWO_PERSON_ACTIONS.has(action) ? ['anna', 'ben', 'finn'] : []);
    }
    expect(decisions.get('block')).toMatchObject({ allowed: true, why: '' });
    expect(decisions.get('unblock')).toMatchObject({ allowed: false, why: 'The account is not blocked.' });
    expect(decisions.get('erase')).toMatchObject({ allowed: true });
    const paid = await addDisputedOrder(5);
    expect((await readDecisions(cleo, paid.buyerId)).get('erase')?.why).toMatch(
      /^Paid orders must be kept by law: the account can be erased from \d{4}-\d\d-\d\d\.$/,
    );
    const busy = await addHeldOrder();
    expect((await readDecisions(cleo, busy.buyerId)).get('erase')?.why).toBe('1 order is still open.');
    expect((await readDecisions(cleo, busy.buyerId)).get('block')?.effect).toContain('The open order is put on hold');
  });

  test.each(Object.entries(PERSONS))(
    '%s, %s: is offered and accepted only as the table of rights permits',
    async (name, role) => {
      const id = await addBuyer();
      const visitor = await logInAs(name);
      const decisions = await readDecisions(visitor, id);
      for (const action of BUYER_ACTIONS) {
        const may = role === 'compliance';
        if (!may) expect(decisions.get(action)?.allowed).toBe(false);
        if (action === 'unblock' || action === 'lift-legal-hold') continue;
        const asking = visitor.requestAction(action, { action, subject: id, input: INPUTS[action] ?? {} });
        if (may) expect((await asking).status).toBe(TWO_PERSON_ACTIONS.has(action) ? 'waiting' : 'approved');
        else await expect(asking).rejects.toThrow(/statement_refused|act_refused/);
      }
      const { export: offered } = await visitor.call('buyer', { id });
      expect(offered.allowed).toBe(role === 'compliance');
    },
  );

  test('is refused before it is requested, with the reason: its state, an unknown account or a missing input', async () => {
    const id = await addBuyer();
    await expect(cleo.requestAction('unblock', { action: 'unblock', subject: id })).rejects.toThrow(
      'The account is not blocked.',
    );
    await expect(cleo.requestAction('block', { action: 'block', subject: 'nobody' })).rejects.toThrow(
      'There is no such account.',
    );
    const level = { level: '2', until: '2027-01-31', because: ' ' };
    await expect(cleo.requestAction('set-level', { action: 'set-level', subject: id, input: level })).rejects.toThrow(
      'Enter the evidence for level 2',
    );
  });

  test('is signed for one action and account, and approved only by another person with the right', async () => {
    const [one, other] = [await addBuyer(), await addBuyer()];
    await expect(cleo.requestAction('unblock', { action: 'block', subject: one })).rejects.toThrow('act_refused');
    await expect(cleo.requestAction('ask-document', { action: 'block', subject: one })).rejects.toThrow('act_refused');
    const request = await cleo.requestAction('block', { action: 'block', subject: one });
    // A change made directly in the table names another account: no signed statement supports it.
    await database.run(sql`update operator_requests set subject = ${other} where id = ${request.id}`);
    await expect(finn.answer(request.id, 'approve', request.statement ?? '')).rejects.toThrow(
      /statement_refused|act_refused/,
    );
    const own = await cleo.requestAction('block', { action: 'block', subject: one });
    await expect(cleo.answer(own.id, 'approve', own.statement ?? '')).rejects.toThrow(/statement_refused|act_refused/);
    const tess = await logInAs('tess');
    await expect(tess.answer(own.id, 'approve', own.statement ?? '')).rejects.toThrow(
      /statement_refused|act_refused|console_not_for_role/,
    );
    expect(await finn.answer(own.id, 'approve', own.statement ?? '')).toMatchObject({ status: 'approved' });
  });

  test('is shown to the approver, and not offered again while it waits', async () => {
    const id = await addBuyer();
    const request = await cleo.requestAction('block', { action: 'block', subject: id });
    const { waiting } = await finn.call('buyer', { id });
    expect(waiting).toMatchObject([{ id: request.id, requestedBy: 'cleo', mayAnswer: ['anna', 'ben', 'finn'] }]);
    expect((await readDecisions(finn, id)).get('block')).toMatchObject({
      allowed: false,
      why: `cleo has requested this: request ${request.id} awaits a second approval.`,
    });
  });
});

test('shows a blocked account in the list, on its page and as a linked account', async () => {
  const id = await addBuyer();
  await block(id);
  const shown = await cleo.call('buyer', { id });
  expect(shown.blockedAt).not.toBeNull();
  expect(shown.history).toMatchObject([
    { who: 'cleo', approvedBy: 'finn', action: 'block', status: 'done', why: 'the bank asks' },
  ]);
  expect((await cleo.call('buyers', { q: id })).rows).toMatchObject([{ id, blockedAt: shown.blockedAt }]);
  const decisions = await readDecisions(cleo, id);
  expect(decisions.get('block')?.why).toMatch(/^The account has been blocked since \d{4}/);
  expect(decisions.get('unblock')).toMatchObject({ allowed: true, needsSecondApproval: true });
  const other = await addBuyer();
  await database.run(
    sql`update buyers set email = (select email from buyers where id = ${id}), partner_id = 'shop' where id = ${other}`,
  );
  expect((await cleo.call('buyer', { id: other })).linked).toMatchObject([{ id, by: ['email'], isBlocked: true }]);
  expect((await cleo.call('buyer', { id: other })).blockedAt).toBeNull();
});

test('shows the cases of a legal hold, and offers to lift an existing one with the effect on the data', async () => {
  const id = await addBuyer();
  const readEffect = async () => (await readDecisions(cleo, id)).get('lift-legal-hold')?.effect;
  expect((await cleo.call('buyer', { id })).legalHoldCases).toEqual([]);
  expect((await readDecisions(cleo, id)).get('lift-legal-hold')).toMatchObject({
    allowed: false,
    why: 'The account is not under a legal hold.',
  });
  await expect(
    cleo.requestAction('lift-legal-hold', { action: 'lift-legal-hold', subject: id, input: { case: 'file 12/26' } }),
  ).rejects.toThrow('The account is not under a legal hold.');

  await database.run(sql`update buyers set legal_hold_cases = '{file 12/26}' where id = ${id}`);
  expect((await cleo.call('buyer', { id })).legalHoldCases).toEqual(['file 12/26']);
  const decisions = await readDecisions(cleo, id);
  expect(decisions.get('erase')?.why).toBe('The account is under a legal hold (case file 12/26).');
  expect(decisions.get('lift-legal-hold')).toMatchObject({ allowed: true, needsSecondApproval: true });
  expect(await readEffect()).toBe('The buyer will again be able to delete the account and its data.');
  await database.run(sql`update buyers set closed_at = slipway_now(), erase_after = slipway_now() where id = ${id}`);
  expect(await readEffect()).toContain('its data is erased permanently within the hour');
  await database.run(
    sql`update buyers set legal_hold_cases = array_append(legal_hold_cases, 'tax 7') where id = ${id}`,
  );
  expect(await readEffect()).toBe('The account’s data is still kept for the other cases.');
  const ask = (reference: string) =>
    cleo.requestAction('lift-legal-hold', { action: 'lift-legal-hold', subject: id, input: { case: reference } });
  await expect(ask('file 13/26')).rejects.toThrow('Enter the case of the legal hold to lift: ');
  expect(await ask('tax 7')).toMatchObject({
    status: 'waiting',
    title: `Lift the legal hold of account …${id.slice(-7)} for case tax 7`,
  });
  expect((await readDecisions(cleo, id)).get('place-legal-hold')).toMatchObject({ allowed: true });
});

test('exports a buyer only for compliance, audits the export, and shows it in the history', async () => {
  const { buyerId: id } = await addHeldOrder();
  const { email } = await database.one<{ email: string }>(sql`select email from buyers where id = ${id}`);
  await cleo.call('reveal', { about: 'buyer', subject: id, field: 'birthDate' });
  const { json, file, hash } = await cleo.call('exportBuyer', { id });
  expect(JSON.parse(json)).toMatchObject({ email, details: { firstName: 'Karin' }, orders: [{}] });
  expect(file).toBe(`buyer-${id}.json`);
  const [line] = await listAuditLines(database, 1);
  expect(line).toMatchObject({ who: 'cleo', action: 'export-buyer', subject: `buyer ${id}`, after: { hash } });
  const { history } = await cleo.call('buyer', { id });
  expect(history).toMatchObject([{ action: 'exported the data' }, { action: 'revealed the birth date', who: 'cleo' }]);
  await expect((await logInAs('sam')).call('exportBuyer', { id })).rejects.toThrow('console_not_for_role');
  await expect(cleo.call('exportBuyer', { id: 'nobody' })).rejects.toThrow('not_found');
});

test('offers to refuse a blocked buyer’s held order, but not to clear it', async () => {
  const { buyerId, orderNo } = await addHeldOrder();
  const findAction = async () =>
    (await cleo.call('order', { orderNo })).actions.find(({ action }) => action === 'clear');
  expect(await findAction()).toMatchObject({ allowed: true });
  await block(buyerId);
  expect(await findAction()).toMatchObject({
    allowed: false,
    why: 'Its buyer is blocked: refuse the order, or unblock the account first.',
  });
  const review = await cleo.call('review', { id: `held-${orderNo}` });
  expect(review.decisions.find(({ action }) => action === 'clear')).toMatchObject({ allowed: false });
  expect(review.decisions.find(({ action }) => action === 'refuse')).toMatchObject({ allowed: true });
});
