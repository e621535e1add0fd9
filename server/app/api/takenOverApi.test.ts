import sql, { raw } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { applyEvent } from '../../purchase/order/machine/applyEvent.ts';
import { silentOrderMachine } from '../../purchase/order/silentStepContext.testing.ts';
import { createEventApplier, storeOrder } from '../../purchase/order/storedOrder.testing.ts';

/** An attacker in control of an api process can run any SQL on its connection, with all rights of its role. */
const { database } = await openOwnDatabase();
const api = roleDatabase(database, 'api');

async function attempt(statement: string): Promise<unknown> {
  return api.run(raw(statement)).catch((error: unknown) => error);
}

const REFUSED = { code: '42501' };

describe('the api role', () => {
  test.each([
    // Money that was never paid
    "update orders set captured_units = pay_units, status = 'paid'",
    'update orders set received_units = pay_units',
    'update orders set pay_units = 1',
    'update orders set refunded_units = 0, disputed_units = 0',
    "update payment_attempts set status = 'captured'",
    "update payment_attempts set payment_id = 'pi_of_another'",
    "insert into payment_attempts (id, order_id, save_card, status) values ('a', 1, false, 'captured')",
    "insert into payment_attempts (id, order_id, save_card, status, payment_id) values ('a', 1, false, 'submitted', 'pi')",
    'insert into payouts (id) values (1)',
    'insert into payout_variants (payout_id) values (1)',
    'insert into signed_forms (number) values (1)',
    'insert into conversions (order_id) values (1)',
    'insert into withdrawals (request_id) values (1)',
    "insert into treasury_addresses (network, address) values ('ethereum', '0x0')",
    // Refunds to another account
    "insert into order_events (order_id, sequence, kind, key) values (1, 1, 'payment_captured', 'k')",
    "insert into order_events (order_id, sequence, kind, key) values (1, 1, 'payout_final', 'k')",
    "insert into refunds (id) values ('r')",
    'update refunds set sealed = null',
    'update bank_entries set sealed = null',
    "update bank_entries set status = 'unallocated'",
    // The books
    "insert into ledger_transactions (key, kind, at) values ('k', 'captured', now())",
    "insert into ledger_transactions (key, kind, at) values ('k', 'refund', now())",
    "insert into ledger_postings (account, units) values ('asset:bank', 1)",
    "insert into ledger_postings (account, units) values ('liability:refund', 1)",
    'insert into order_claims (units) values (1)',
    'delete from halts',
    // People, requests and the audit trail
    "insert into person_statements (hash) values ('h')",
    "insert into operator_statements (hash) values ('h')",
    "insert into operator_requests (action) values ('withdraw')",
    "insert into spent_statements (hash) values ('h')",
    "insert into invitations (name) values ('mallory')",
    "insert into audit_trail (who) values ('anna')",
    "insert into audit_seals (seal) values ('')",
    'update configuration set value = value',
    "insert into configuration (kind, key, value) values ('rule', 'identityAboveEuro', '9')",
    'update operator_alerts set facts = null',
    // Append-only rows, and rows that others rely on
    'update order_events set kind = kind',
    'delete from order_events',
    'delete from orders',
    'delete from webhook_inbox',
    'update webhook_inbox set handled_at = now()',
    "update buyers set legal_hold_cases = '{}'",
    'update sanctions_lists set fetched_at = now()',
    'delete from sanctions_addresses',
    'update market_prices set mid = 1',
    'update clock set offset_seconds = 1',
    // Data that the api must not read
    'select raw_body from webhook_inbox',
    'select sealed from bank_entries',
    'select sealed from refunds',
    'select sealed from partner_secrets',
    'select code_hash from invitations',
    'select text from operator_statements',
    'select sealed from transfer_batches',
    'select after from audit_trail',
    'select data from pgboss.job_common',
  ])('may not: %s', async (statement) => {
    expect(await attempt(statement)).toMatchObject(REFUSED);
  });
});

// PostgreSQL finds a temporary table before the schema's table of the same name.
test.each([
  ['bank_entries', "insert into ledger_transactions (key, kind, at) values ('k', 'captured', now())"],
  [
    'heartbeats',
    "insert into public.heartbeats (process, role, beat_at, faults) values ('worker@h', 'worker', now(), '[]')",
  ],
])('a temporary table %s does not let the api: %s', async (table, statement) => {
  const write = api.transaction(async (transaction) => {
    await transaction.run(raw(`create temporary table ${table} (id integer) on commit drop`));
    return transaction.run(raw(statement));
  });
  await expect(write).rejects.toMatchObject(REFUSED);
});

describe('the state of an order', () => {
  test.each([
    'paid',
    'converting',
    'converted',
    'delivering',
    'delivered',
    'refunding',
    'refunded',
    'expired',
    'failed',
  ])('cannot be set to %s by the api when nothing was paid', async (status) => {
    const { id } = await storeOrder(database);
    expect(await attempt(`update orders set status = '${status}' where id = ${id}`)).toMatchObject(REFUSED);
  });

  test('cannot be set to paid by the api after a partial payment', async () => {
    const { id } = await storeOrder(database);
    await database.run(raw(`update orders set received_units = pay_units - 1 where id = ${id}`));
    expect(await attempt(`update orders set status = 'paid' where id = ${id}`)).toMatchObject(REFUSED);
    await database.run(raw(`update orders set received_units = pay_units where id = ${id}`));
    expect(await attempt(`update orders set status = 'paid' where id = ${id}`)).toBe(1);
  });

  test('never goes back to an earlier event', async () => {
    const { id } = await storeOrder(database);
    await database.run(raw(`update orders set event_sequence = 3 where id = ${id}`));
    expect(await attempt(`update orders set event_sequence = 2 where id = ${id}`)).toMatchObject({ code: '23514' });
    expect(await attempt(`update orders set event_sequence = 4 where id = ${id}`)).toBe(1);
  });

  test('never skips an event', async () => {
    const { id } = await storeOrder(database);
    expect(await attempt(`update orders set event_sequence = 2 where id = ${id}`)).toMatchObject({ code: '23514' });
    const next = `insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, at)
      select id, event_sequence + 1, 'identity_processing', 'k', '{}', status, status, now() from orders where id = ${id}`;
    expect(await attempt(next)).toMatchObject({ code: '23514' });
  });

  test.each(['authorizing', 'voiding', 'cancelled'])('can be set to %s by the api', async (status) => {
    const { id } = await storeOrder(database);
    expect(await attempt(`update orders set status = '${status}' where id = ${id}`)).toBe(1);
  });

  test.each(['capturing', 'paid', 'converted', 'delivered', 'refunded', 'on_hold'])(
    'cannot be cancelled by the api once it is %s',
    async (status) => {
      const { id } = await storeOrder(database);
      await database.run(raw(`update orders set status = '${status}' where id = ${id}`));
      expect(await attempt(`update orders set status = 'cancelled' where id = ${id}`)).toMatchObject(REFUSED);
    },
  );

  test('cannot be unfrozen by the api', async () => {
    const { id } = await storeOrder(database);
    await database.run(raw(`update orders set frozen = true where id = ${id}`));
    expect(await attempt(`update orders set frozen = false where id = ${id}`)).toMatchObject(REFUSED);
  });

  test('keeps a requested hold', async () => {
    const { id } = await storeOrder(database);
    expect(await attempt(`update orders set hold_requested = true where id = ${id}`)).toBe(1);
    expect(await attempt(`update orders set hold_requested = false where id = ${id}`)).toMatchObject(REFUSED);
  });

  test('must precede payment when the api creates the order', async () => {
    const { orderNo } = await storeOrder(database);
    const copy = (status: string, capturedUnits = 0) =>
      `insert into orders (order_no, quote_id, submission_hash, offer_type, country, locale, partner_id, pay_method, side,
        pay_currency, pay_asset, pay_decimals, pay_units, receive_currency, receive_asset, receive_decimals, receive_units,
        processing_fee_units, network_fee_units, price, reference_price, euro_cents, network, address, tries_left,
        payment_deadline, created_at, updated_at, wallet_type, exchange_name, client_address, status, captured_units)
      select order_no || '${status}', quote_id || '${status}', submission_hash, offer_type, country, locale, partner_id, pay_method, side,
        pay_currency, pay_asset, pay_decimals, pay_units, receive_currency, receive_asset, receive_decimals, receive_units,
        processing_fee_units, network_fee_units, price, reference_price, euro_cents, network, address, tries_left,
        payment_deadline, created_at, updated_at, wallet_type, exchange_name, client_address, '${status}', ${capturedUnits}
      from orders where order_no = '${orderNo}'`;
    expect(await attempt(copy('converted'))).toMatchObject(REFUSED);
    expect(await attempt(copy('awaiting_payment', 1))).toMatchObject(REFUSED);
    expect(await attempt(copy('awaiting_payment'))).toBe(1);
  });
});

test('lets the api book only the refund that a buyer’s cancellation causes', async () => {
  const { id, orderNo } = await storeOrder(database);
  await createEventApplier(database, id)('payment_received', { receiptId: 'entry', units: 5_000n, assessment: null });
  await api.transaction((transaction) =>
    applyEvent({ ...silentOrderMachine, defersWaitingFacts: true }, transaction, id, {
      kind: 'buyer_cancelled',
      key: 'buyer',
      facts: {},
    }),
  );
  const posted = await database.many<{ id: number; account: string }>(sql`
    select t.id, account from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where t.order_id = ${id} and t.kind = 'refund' order by account`);
  expect(posted.map(({ account }) => account)).toEqual(['liability:buyer', 'liability:refund']);
  const another = (key: string, reverses: string) =>
    `insert into ledger_transactions (key, kind, order_id, reverses, at)
     values ('${key}', 'refund', ${id}, ${reverses}, now())`;
  expect(await attempt(another('key-of-another-entry', 'null'))).toMatchObject(REFUSED);
  expect(await attempt(another(`${orderNo}:99:refund`, `${posted[0]?.id}`))).toMatchObject(REFUSED);
  const more = (account: string) =>
    `insert into ledger_postings (transaction_id, order_id, account, asset, units)
     values (${posted[0]?.id}, ${id}, '${account}', 'iso4217:EUR', 1)`;
  expect(await attempt(more('asset:bank'))).toMatchObject(REFUSED);
  expect(await attempt(more('liability:refund'))).toMatchObject({ code: '23514' });
});

/**
 * An attacker in control of the api can still change what the api's calls need: the terms and the buyer of an order, which its
 * seal and the signer's own checks guard (server/signer/tampering.test.ts), and sessions, codes and details of buyers, emails,
 * jobs of the queue and alerts of the kinds that it raises (server/notification/alertRights.test.ts).
 */
test('allows what the api’s calls need', async () => {
  const { id } = await storeOrder(database);
  for (const statement of [
    `update orders set address = '0x1', receive_units = receive_units + 1, seal = null where id = ${id}`,
    'update buyers set kyc_level = 1',
    'update sessions set ended_at = now()',
  ])
    expect(await attempt(statement), statement).toEqual(expect.any(Number));
});
