import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { findProfile } from '../details/profileStore.ts';
import { advanceClock, resetClockAfterEach } from '../testBrowser.testing.ts';
import { createBuyerOrder, createTestBuyer, deleteOwnAccount, findTablesContaining } from '../testBuyer.testing.ts';
import { eraseExpired } from './eraseExpired.ts';

const DAY = 24 * 3600;
const YEAR = 365.25 * DAY;

const gateway = await openOwnGateway();
const worker = { database: roleDatabase(gateway.database, 'worker') };
resetClockAfterEach(gateway);

describe('data with a legal retention period', () => {
  const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

  test('includes buyer, profile, identity check and paid orders, for five years after the last order', async () => {
    const person = await createTestBuyer(gateway, 'kept');
    const unpaid = await createBuyerOrder(person, 'cancelled');
    const paid = await createBuyerOrder(person, 'delivered');
    const { updatedAt } = await gateway.database.one<{ updatedAt: Date }>(
      sql`select updated_at as "updatedAt" from orders where order_no = ${paid}`,
    );
    await advanceClock(gateway, 40 * DAY);
    await person.browser.login(person.email);
    const { keptUntil } = (await deleteOwnAccount(person)).body.data as { keptUntil: string };
    const until = new Date(updatedAt);
    until.setUTCFullYear(until.getUTCFullYear() + 5);
    expect(keptUntil).toBe(until.toISOString().slice(0, 10));

    expect(await findTablesContaining(gateway, person.buyerId)).toEqual([
      'buyers',
      'data_keys',
      'identity_checks',
      'kyc_profiles',
      'orders',
      'person_marks',
    ]);
    for (const gone of ['Walletkept', 'Street of kept']) expect(await findTablesContaining(gateway, gone)).toEqual([]);
    const orders = await gateway.database.many(sql`select order_no from orders where buyer_id = ${person.buyerId}`);
    expect(orders).toEqual([{ orderNo: paid }]);
    expect(await gateway.database.one(sql`select address from orders where order_no = ${unpaid}`)).toEqual({
      address: '',
    });

    const secondsLeft = (until.getTime() - (await gateway.database.now()).getTime()) / 1000;
    await advanceClock(gateway, Math.floor(secondsLeft) - DAY);
    await eraseExpired(worker);
    expect((await findProfile(gateway.database, person.buyerId))?.lastName).toBe(person.lastName);
    expect(await findTablesContaining(gateway, person.lastName)).toEqual([]);
    await advanceClock(gateway, 2 * DAY);
    await eraseExpired(worker);
    expect(await findTablesContaining(gateway, person.buyerId)).toEqual([]);
    expect(await findTablesContaining(gateway, person.lastName)).toEqual([]);
    const order = await gateway.database.one<{ units: bigint; address: string }>(
      sql`select captured_units as units, address from orders where order_no = ${paid}`,
    );
    expect(order.units).toBeGreaterThan(0n);
    expect(order.address).toBe('');
  });

  test('includes payers’ names, which only a worker erases with the orders', async () => {
    const person = await createTestBuyer(gateway, 'payer');
    const orderNo = await createBuyerOrder(person, 'cancelled');
    // A payment for the order that was not credited: the order took no money, but a payer's name is stored.
    await gateway.database.run(sql`
      insert into bank_statements (hash, name, imported_by, imported_at, entries) values ('\\x01', 'a', 'a', now(), 1)`);
    await gateway.database.run(sql`
      insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, end_to_end_id,
        sealed, status, order_id, created_at)
      select ${orderNo}, '\\x01', 'DE75512108001245126199', 'credit', false, 'EUR', 100, current_date, '', '\\x02',
        'unallocated', id, slipway_now() from orders where order_no = ${orderNo}`);
    expect((await deleteOwnAccount(person)).body.data).toEqual({ keptUntil: null });
    const isSealedStill = async () =>
      (await gateway.database.many(sql`select 1 from bank_entries where id = ${orderNo} and sealed is not null`))
        .length > 0;
    expect(await isSealedStill()).toBe(true);
    expect(await findTablesContaining(gateway, person.buyerId)).toContain('orders');

    await eraseExpired(worker);
    expect(await isSealedStill()).toBe(false);
    for (const gone of [person.buyerId, person.lastName]) expect(await findTablesContaining(gateway, gone)).toEqual([]);
  });

  test('is kept longer if a dispute has changed an order since, or is open', async () => {
    const person = await createTestBuyer(gateway, 'disputed');
    const orderNo = await createBuyerOrder(person, 'delivered');
    await deleteOwnAccount(person);
    await advanceClock(gateway, 5 * YEAR - 30 * DAY);
    await gateway.database.run(sql`update orders set updated_at = slipway_now() where order_no = ${orderNo}`);
    await advanceClock(gateway, 60 * DAY);
    await eraseExpired(worker);
    const { eraseAfter, now } = await gateway.database.one<{ eraseAfter: Date; now: Date }>(sql`
      select erase_after as "eraseAfter", slipway_now() as now from buyers where id = ${person.buyerId}`);
    expect(eraseAfter.getTime()).toBeGreaterThan(addSeconds(now, 4.8 * YEAR).getTime());

    await gateway.database.run(sql`
      update orders set status = 'on_hold', updated_at = slipway_now() - interval '6 years' where order_no = ${orderNo}`);
    await gateway.database.run(sql`update buyers set erase_after = slipway_now() where id = ${person.buyerId}`);
    await eraseExpired(worker);
    expect((await findProfile(gateway.database, person.buyerId))?.lastName).toBe(person.lastName);
    expect(await findTablesContaining(gateway, person.lastName)).toEqual([]);
  });
});
