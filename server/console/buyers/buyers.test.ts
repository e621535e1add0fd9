import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { recordLogin, recordRefusals } from '../../account/sessions/accessLogStore.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { maskEmail } from '../personal/masks.ts';
import { createReviewWorld } from '../reviews/reviewWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const { addBuyer, addHeldOrder, addDisputedOrder, addTransferOrder, addReview } = createReviewWorld(database);
const sam = world.createVisitor('sam');
await sam.logIn();
const vera = world.createVisitor('vera');
await vera.logIn();

test('finds a buyer by email address, its part up to the @, account and order number, with masked details', async () => {
  const { orderNo, buyerId } = await addHeldOrder();
  const { email } = await database.one<{ email: string }>(sql`select email from buyers where id = ${buyerId}`);
  for (const [q, by] of [
    [email.toUpperCase(), 'an email address'],
    [buyerId, 'an account'],
    [orderNo, 'an order number'],
  ] as const) {
    const { rows, understood, next } = await sam.call('buyers', { q });
    expect(rows.map(({ id }) => id)).toEqual([buyerId]);
    expect(understood).toContain(by);
    expect(next).toBeNull();
    expect(rows[0]).toMatchObject({ name: 'Karin Muster', country: 'DE' });
    expect(rows[0]?.mail).not.toBe(email);
  }
  // Also by the prefix that ends with the @; shorter ones find nothing, so that addresses cannot be enumerated.
  const local = email.slice(0, email.indexOf('@'));
  expect((await sam.call('buyers', { q: `${local}@` })).rows.map(({ id }) => id)).toContain(buyerId);
  expect((await sam.call('buyers', { q: `${local}@%` })).rows).toEqual([]);
  expect((await sam.call('buyers', { q: local.slice(0, 3) })).rows).toEqual([]);
  expect((await vera.call('buyers', { q: buyerId })).rows).toMatchObject([{ name: 'K. M.' }]);
  expect(await sam.call('buyers', { q: 'nobody at all' })).toEqual({ rows: [], next: null, understood: [] });
});

test('lists buyers newest first if nothing is searched, each on one page, even if a buyer is erased meanwhile', async () => {
  for (let at = 0; at < 60; at += 1) await addBuyer();
  const { rows, next } = await sam.call('buyers', {});
  expect(rows).toHaveLength(50);
  const second = await sam.call('buyers', { cursor: next ?? '' });
  const all = [...rows, ...second.rows];
  const { count } = await database.one<{ count: number }>(sql`select count(*)::integer as count from buyers`);
  expect(new Set(all.map(({ id }) => id)).size).toBe(count);
  // The last buyer of a page may be erased before the next page is requested.
  await database.run(sql`delete from kyc_profiles where buyer_id = ${rows.at(-1)?.id}`);
  await database.run(sql`delete from buyers where id = ${rows.at(-1)?.id}`);
  expect(await sam.call('buyers', { cursor: next ?? '' })).toEqual(second);
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('shows what a buyer has paid and reserved in thirty days, and the orders', async () => {
  const { buyerId } = await addDisputedOrder(5);
  const { id: waiting } = await addTransferOrder({ buyerId, euroCents: 20_000n });
  await database.run(sql`insert into identity_reservations (order_id, reserved_at) values (${waiting}, slipway_now())`);
  const shown = await sam.call('buyer', { id: buyerId });
  const { euroCents } = await database.one<{ euroCents: bigint }>(sql`
    select sum(euro_cents) as "euroCents" from orders where buyer_id = ${buyerId}`);
  expect(shown.total.counted.amount.replace('.', '')).toBe(String(euroCents));
  expect(shown.total.reserved).toEqual({ amount: '200.00', unit: 'EUR' });
  expect(shown.total.days).toBe(30);
  expect(shown.orderCount).toBe(2);
  expect(shown.orders).toHaveLength(2);
});

test('links other accounts by what they have in common', async () => {
  const [one, other, stranger] = [await addBuyer(), await addBuyer('Ann', 'Other'), await addBuyer()];
  await database.run(sql`
    insert into identity_checks (buyer_id, provider, applicant_id, status, opened_at, updated_at)
    select id, 'sumsub', 'app_same', 'accepted', slipway_now(), slipway_now() from unnest(${[one, other]}::text[]) as id`);
  await addTransferOrder({ buyerId: one, address: 'bc1qsame' });
  await addTransferOrder({ buyerId: other, address: 'bc1qsame' });
  await addTransferOrder({ buyerId: stranger, address: 'bc1qother' });
  const { linked } = await sam.call('buyer', { id: one });
  expect(linked).toEqual([{ id: other, by: ['document', 'receiving address'], name: 'Ann Other', isBlocked: false }]);
  expect((await sam.call('buyer', { id: stranger })).linked).toEqual([]);
});

test('masks details, offers to reveal each to people who may see names, and lists the reviews', async () => {
  const { buyerId, id } = await addReview('name_listed');
  const shown = await sam.call('buyer', { id: buyerId });
  const birthDate = shown.details.find(({ name }) => name === 'Date of birth');
  expect(birthDate).toMatchObject({ reveal: { about: 'buyer', subject: buyerId, field: 'birthDate' } });
  expect(birthDate?.value).not.toMatch(/\d/);
  expect(shown.reviews).toMatchObject([{ id: `names-${id}`, status: 'open' }]);
  const shownToViewer = await vera.call('buyer', { id: buyerId });
  expect(shownToViewer.details.every(({ reveal }) => reveal === null)).toBe(true);
  expect(shownToViewer.name).toBe('B. S.');
});

test('counts the sessions, and ends them without a second approval; a viewer may decide nothing', async () => {
  const id = await addBuyer();
  await database.run(sql`
    insert into sessions (buyer_id, token_hash, cookie_hash, browser, system, country, created_at, last_seen_at, proved_at, expires_at)
    values (${id}, ${Buffer.from(id)}, ${Buffer.from(id)}, '', '', 'DE', slipway_now(), slipway_now(), slipway_now(),
      slipway_now() + interval '1 hour')`);
  const shown = await sam.call('buyer', { id });
  expect(shown.sessions).toMatchObject({ open: 1, since30Days: 1 });
  const end = shown.decisions.find(({ action }) => action === 'end-sessions');
  expect(end).toMatchObject({
    action: 'end-sessions',
    allowed: true,
    needsSecondApproval: false,
    input: { buyers: id },
  });
  const { action, subject, input } = end as NonNullable<typeof end>;
  expect(await sam.requestAction('end-sessions', { action, subject, input })).toMatchObject({ status: 'approved' });
  expect((await vera.call('buyer', { id })).decisions.filter(({ allowed }) => allowed)).toEqual([]);
});

describe('logins', () => {
  const network = '203.0.113.7';
  const listReads = (id: string) =>
    database.many(sql`select who, after from audit_trail where action = 'log-ins' and subject = ${`buyer ${id}`}`);

  test('are found by address, account and network, and each look-up is audited', async () => {
    const id = await addBuyer();
    const { email } = await database.one<{ email: string }>(sql`select email from buyers where id = ${id}`);
    await recordLogin(database, {
      call: 'logIn',
      client: network,
      country: 'DE',
      buyerId: id,
      browser: 'Firefox',
      system: '',
    });
    await recordRefusals(database, [
      {
        kind: 'login_failed',
        call: 'logIn',
        reason: 'code_wrong',
        buyerId: null,
        email,
        client: network,
        country: 'DE',
        times: 3,
      },
    ]);
    for (const q of [email, id, network]) {
      const { rows, isCut } = await sam.call('logIns', { q });
      expect(rows, q).toContainEqual(
        expect.objectContaining({ kind: 'logged_in', buyerId: id, network, device: 'Firefox', mail: '' }),
      );
      expect(isCut).toBe(false);
    }
    const { rows } = await sam.call('logIns', { q: email.toUpperCase() });
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'login_failed', times: 3, mail: maskEmail(email) }));
    expect(await listReads(id)).toEqual(Array.from({ length: 3 }, () => ({ who: 'sam', after: null })));
    expect((await sam.call('buyer', { id })).history).toContainEqual(
      expect.objectContaining({ who: 'sam', action: 'viewed the logins' }),
    );
    expect(
      (
        await database.pool.query(
          `select 1 from audit_trail t where t::text like any (array['%${email}%', '%${network}%'])`,
        )
      ).rows,
    ).toEqual([]);
  });

  test('offer to end the sessions of the buyer or of all, and are not shown to a viewer', async () => {
    const id = await addBuyer();
    const { email } = await database.one<{ email: string }>(sql`select email from buyers where id = ${id}`);
    const { actions } = await sam.call('logIns', { q: email });
    expect(actions).toMatchObject([
      {
        act: 'end-sessions',
        subject: 'sessions of a buyer',
        input: { buyers: id },
        allowed: true,
        needsSecondApproval: false,
      },
      { act: 'end-sessions', subject: 'sessions of everybody', input: {}, allowed: true },
    ]);
    expect((await sam.call('logIns', {})).actions).toMatchObject([{ subject: 'sessions of everybody' }]);
    await expect(vera.call('logIns', {})).rejects.toThrow('console_not_for_role');
  });
});

test('does not find an unknown buyer', async () => {
  await expect(sam.call('buyer', { id: 'nobody' })).rejects.toThrow('not_found');
});
