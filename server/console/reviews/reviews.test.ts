import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { reviewBuyer } from '../../account/actions/reviewBuyer.ts';
import type { Action } from '../../action/action.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { createReviewWorld } from './reviewWorld.testing.ts';

const world = await openConsoleWorld();
const { addReview, addHeldOrder, addDisputedOrder, addUnmatchedPayment, addTransferOrder } = createReviewWorld(
  world.database,
);
const logInAs = async (name: string) => {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  return visitor;
};
const cleo = await logInAs('cleo');
const tess = await logInAs('tess');
const vera = await logInAs('vera');
const hoursAgo = (hours: number) => sql`slipway_now() - ${hours} * interval '1 hour'`;

describe('the review queue', () => {
  test('is sorted by deadline, those without one last by age, counted and filtered by kind, and masked for a viewer', async () => {
    const [names, changed] = [
      await addReview('name_listed'),
      await addReview('answer_changed', { fields: ['birthDate'] }),
    ];
    await world.database.run(sql`update identity_reviews set opened_at = ${hoursAgo(2)} where id = ${names.id}`);
    const order = await addHeldOrder();
    const { dispute } = await addDisputedOrder(7);
    const answered = await addDisputedOrder(-1);
    const entry = await addUnmatchedPayment(50_000n);
    await world.database.run(sql`update bank_entries set created_at = ${hoursAgo(20)} where id = ${entry}`);
    const { rows, counts, next } = await cleo.call('reviews', {});
    expect(rows.map(({ id }) => id)).toEqual([
      `unallocated-${entry}`,
      `dispute-${dispute}`,
      `held-${order.orderNo}`,
      `names-${names.id}`,
      `identity-${changed.id}`,
    ]);
    expect(rows.map(({ id }) => id)).not.toContain(`dispute-${answered.dispute}`);
    expect(counts).toEqual({ identity: 1, names: 1, held: 1, dispute: 1, unallocated: 1 });
    expect(next).toBeNull();
    expect(rows[2]).toMatchObject({
      who: 'Karin Muster',
      cause: 'Day amount',
      amount: { unit: 'EUR' },
    });
    const ofKind = await cleo.call('reviews', { kind: 'names' });
    expect(ofKind.rows).toMatchObject([{ who: 'Boris Specimen', deadline: { until: null } }]);
    expect((await vera.call('reviews', { kind: 'names' })).rows).toMatchObject([{ who: 'B. S.' }]);
  });

  test('continues each page after the last row of the previous page, and begins again for an invalid cursor', async () => {
    for (let at = 0; at < 55; at += 1) await addUnmatchedPayment(1000n + BigInt(at));
    const first = await cleo.call('reviews', {});
    const second = await cleo.call('reviews', { cursor: first.next ?? '' });
    const ids = [...first.rows, ...second.rows].map(({ id }) => id);
    const whole = Object.values(first.counts).reduce((sum, count) => sum + count, 0);
    expect(first.rows).toHaveLength(50);
    expect(second.next).toBeNull();
    expect(new Set(ids).size).toBe(whole);
    expect((await cleo.call('reviews', { cursor: 'made up' })).rows).toEqual(first.rows);
  });

  test('measures today’s decision times from the opening of each review', async () => {
    const before = (await cleo.call('reviews', {})).decidedToday.count;
    const { id, subject } = await addReview('name_listed');
    await world.database.run(sql`update identity_reviews set opened_at = ${hoursAgo(2)} where id = ${id}`);
    const requestedAction = { action: 'review', subject: String(id), input: { subject, decision: 'refuse' } };
    const request = await cleo.requestAction('review', requestedAction);
    await world.database.run(sql`
      update operator_requests set status = 'done', settled_at = slipway_now() where id = ${request.id}`);
    const { decidedToday } = await cleo.call('reviews', {});
    expect(decidedToday.count).toBe(before + 1);
    expect(decidedToday.medianMinutes).toBeCloseTo(120, 0);
  });
});

describe('a review', () => {
  test('of a listed name shows which words differ, and which decision needs a second approval', async () => {
    const { id, buyerId, subject } = await addReview('name_listed');
    const shown = await cleo.call('review', { id: `names-${id}` });
    expect(shown).toMatchObject({
      who: 'Boris Specimen',
      cause: expect.stringContaining('Possible sanctions match'),
      isOpen: true,
      buyerId,
    });
    const [name, parts] = shown.rows;
    expect(name?.cells[1]?.words).toEqual([
      { text: 'Specimen,', differs: false },
      { text: 'Boris', differs: false },
      { text: 'Igor', differs: true },
    ]);
    expect(name?.verdict.text).toBe('95 of 100');
    expect(parts?.cells[1]?.words.map(({ text }) => text)).toContain('Boris 100,');
    const [approve, refuse] = shown.decisions;
    expect(approve).toMatchObject({
      key: 'A',
      action: 'review',
      input: { subject, decision: 'approve' },
      allowed: true,
      needsSecondApproval: true,
    });
    expect(approve?.approvers).toEqual(expect.arrayContaining(['finn', 'anna']));
    expect(approve?.approvers).not.toContain('cleo');
    expect(refuse).toMatchObject({ key: 'S', needsSecondApproval: false, approvers: [] });
  });

  test('offers decisions that the clerk executes as offered, and then none', async () => {
    const { id, buyerId } = await addReview('document_differs', { fields: ['name'], applicant: 'app_1' });
    const shown = await cleo.call('review', { id: `identity-${id}` });
    expect(shown.rows[0]?.verdict).toEqual({ text: 'differs', tone: 'warn' });
    expect(shown.note).toContain('app_1');
    expect((await tess.call('review', { id: `identity-${id}` })).note).not.toContain('app_1');
    const refuse = shown.decisions.find(({ key }) => key === 'S');
    if (!refuse) throw new Error('no decision refuses it');
    const { action, subject, input } = refuse;
    const request = await cleo.requestAction('review', { action, subject, input });
    expect((await cleo.call('review', { id: `identity-${id}` })).requests.map((one) => one.id)).toEqual([request.id]);
    const write = await (reviewBuyer as Action & { readonly doneBy: 'clerk' }).execute(
      {} as never,
      { ...request, who: 'cleo', why: 'x', approvedBy: null } as never,
    );
    await world.database.transaction((transaction) => write(transaction));
    const after = await cleo.call('review', { id: `identity-${id}` });
    expect(after).toMatchObject({ isOpen: false, buyerId, deadline: { until: null } });
    expect(after.decisions.map(({ allowed, why }) => ({ allowed, why }))).toEqual(
      Array.from({ length: 2 }, () => ({ allowed: false, why: 'Already refused.' })),
    );
  });

  test('is decided only by the right roles, which it names, and masked for others', async () => {
    const { id } = await addReview('name_listed');
    const shown = await tess.call('review', { id: `names-${id}` });
    expect(shown.who).toBe('B. S.');
    expect(shown.decisions[0]).toMatchObject({ allowed: false, why: 'Requires the compliance role.' });
    expect(shown.rows.flatMap(({ cells }) => cells.flatMap(({ reveal }) => reveal ?? []))).toEqual([]);
    expect(JSON.stringify(shown)).not.toContain('Specimen"');
  });

  test('of a held order shows the rule, and the effect on the money', async () => {
    const { orderNo, id } = await addHeldOrder();
    await world.database.run(sql`
      insert into risk_decisions (order_id, stage, outcome, rule, facts, at)
      values (${id}, 'payment', 'hold', 'day_amount', ${JSON.stringify({ cardCountryDiffers: true, velocities: { buyer: { day: { orders: '3', amount: '185000', attempts: '4', declines: '1', cards: '2', buyers: '1' } } } })}, slipway_now())`);
    const shown = await cleo.call('review', { id: `held-${orderNo}` });
    expect(shown.lead).toContain('100.00 EUR authorized, not captured.');
    const judged = shown.groups.find(({ title }) => title === 'Risk check details');
    expect(judged?.lines.map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        'differs from the buyer’s',
        '1,850.00 EUR, 3 orders, 4 attempts, 1 declined, 2 cards, 1 buyer',
      ]),
    );
    expect(shown.decisions[0]?.effect).toContain('100.00 EUR are captured');
    expect(shown.decisions[1]?.effect).toContain('the order goes to voiding.');
    expect(shown.decisions.map(({ key, action, label }) => ({ key, action, label }))).toEqual([
      { key: 'A', action: 'clear', label: 'Release order' },
      { key: 'S', action: 'refuse', label: 'Void authorization (100.00 EUR)' },
    ]);
    expect(shown.decisions.every(({ allowed, needsSecondApproval }) => allowed && !needsSecondApproval)).toBe(true);
  });

  test('of an order above the threshold needs two people', async () => {
    const { orderNo } = await addHeldOrder(10_000_000n);
    const { decisions } = await cleo.call('review', { id: `held-${orderNo}` });
    expect(decisions.map(({ needsSecondApproval }) => needsSecondApproval)).toEqual([true, true]);
  });

  test('of a frozen order only offers to unfreeze it, by two people', async () => {
    const { orderNo, applyEvent } = await addHeldOrder();
    await applyEvent('frozen', { reason: 'name_listed' });
    const { decisions, note } = await cleo.call('review', { id: `held-${orderNo}` });
    expect(decisions).toMatchObject([{ action: 'unfreeze', needsSecondApproval: true }]);
    expect(note).toContain('frozen');
  });

  test('of a dispute lists our records, and when they are submitted automatically', async () => {
    const { dispute } = await addDisputedOrder(48);
    const shown = await cleo.call('review', { id: `dispute-${dispute}` });
    expect(shown.decisions).toEqual([]);
    expect(shown.note).toContain('submitted automatically at');
    const records = new Map(shown.checklist.map(({ what, isThere }) => [what, isThere]));
    expect(records.get('Payment captured')).toBe(true);
    expect(records.get('Verified document')).toBe(false);
    expect(shown.deadline.until).not.toBeNull();
  });

  test('of an unmatched payment offers to match it, the best order first, or to return it', async () => {
    const entry = await addUnmatchedPayment(77_700n);
    const other = await addTransferOrder({}, ['Luc', 'Exemple']);
    const meant = await addTransferOrder();
    await world.database.run(sql`update orders set pay_units = 77700 where id = ${meant.id}`);
    await world.database.run(sql`update orders set pay_units = 70000 where id = ${other.id}`);
    await world.database.run(sql`
      update bank_entries set created_at = slipway_now() + interval '1 minute' where id = ${entry}`);
    const shown = await tess.call('review', { id: `unallocated-${entry}` });
    expect(shown).toMatchObject({ cause: 'Unmatched payment: no order reference', amount: { amount: '777.00' } });
    expect(shown.candidates[0]).toMatchObject({
      orderNo: meant.orderNo,
      parts: { amount: 100, name: 100, time: 100 },
      due: { amount: '777.00', unit: 'EUR' },
      buyer: 'K. M.',
    });
    expect(shown.candidates[1]).toMatchObject({ orderNo: other.orderNo });
    expect(shown.decisions[0]).toMatchObject({ action: 'match', subject: meant.orderNo, input: { entry } });
    const back = shown.decisions.find(({ action }) => action === 'return');
    expect(back).toMatchObject({ allowed: true, needsSecondApproval: true, subject: entry });
    expect(back?.input).toEqual({ amount: '777.00 EUR', name: '', account: '' });
    if (!back) throw new Error('no decision returns it');
    const request = { action: back.action, subject: back.subject, input: back.input };
    expect((await tess.requestAction('return', request)).status).toBe('waiting');
  });

  test('does not offer to return a payment whose sender the bank did not name', async () => {
    const entry = await addUnmatchedPayment(100n, '', '');
    const { decisions } = await tess.call('review', { id: `unallocated-${entry}` });
    expect(decisions.find(({ action }) => action === 'return')).toMatchObject({ allowed: false });
  });

  test.each(['names-999999', 'identity-nobody', 'held-NOBODY', 'dispute-du_x', 'unallocated-none'])(
    '%s is not found',
    async (id) => {
      await expect(cleo.call('review', { id })).rejects.toThrow('not_found');
    },
  );

  test('under another kind is not found', async () => {
    const { id } = await addReview('name_listed');
    await expect(cleo.call('review', { id: `identity-${id}` })).rejects.toThrow('not_found');
  });
});
