import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { findBillingAddress } from '../account/billingStore.ts';
import { findProfile } from '../account/profileStore.ts';
import { findAskedFile } from '../operator/askedFileStore.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { findCheck } from '../purchase/identity/identityStore.ts';
import { findEntry } from '../purchase/payment/bankEntryStore.ts';
import { findBankRefund } from '../purchase/refund/bankRefundStore.ts';
import { unsentBatches } from '../purchase/refund/transferBatchStore.ts';
import { keepPersonalSealed, sealedTables } from './keepPersonalSealed.ts';

const { database } = await openOwnDatabase();
const context = { database, log: createLog('silent') };

/** Rows as the version before wrote them. */
const FORMER = `
insert into buyers (id, email, verifier_reference, created_at) values ('b', 'b@example.com', 'v', now());
insert into kyc_profiles (buyer_id, first_name, last_name, birth_date, citizenship, city, purpose, phone, outcome, created_at, updated_at)
  values ('b', 'Annacanary', 'Webercanary', '1990-05-31', 'DE', 'Citycanary', 'Purposecanary', '+49canary', 'approved', now(), now());
insert into billing_addresses (buyer_id, name, country, city, zip, address, updated_at)
  values ('b', 'Namecanary', 'DE', 'Citycanary', 'Zipcanary', 'Streetcanary', now());
insert into identity_checks (buyer_id, provider, status, message, opened_at, updated_at)
  values ('b', 'sumsub', 'rejected', 'Messagecanary', now(), now());
insert into bank_statements (hash, name, imported_by, imported_at, entries) values ('h', 'n', 'x', now(), 1);
insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, end_to_end_id,
    remittance, counterparty_name, counterparty_account, further_text, status, created_at)
  values ('e', 'h', 'a', 'credit', false, 'EUR', 1, now(), '', 'Remittancecanary', 'Payercanary', 'IBANcanary', 'Textcanary', 'new', now());
insert into transfer_batches (id, account, file, created_at) values ('f', 'a', 'Filecanary', now());
insert into refunds (id, payment_id, units, status, created_at, updated_at, currency, asset, decimals, channel, purpose,
    creditor_name, creditor_account, has_creditor, batch_id)
  values ('r', 'e', 1, 'pending', now(), now(), 'EUR', 'iso4217:EUR', 2, 'bank', 'surplus', 'Payeecanary', 'IBANcanary', true, 'f');
insert into operator_requests (id, action, subject, input, who, why, status, created_at) overriding system value
  values (1, 'import', 's', '{}', 'anna', 'x', 'waiting', now());
insert into asked_statement_files (request_id, name, content) values (1, 'n', 'Contentcanary');
`;

/** Tables with a row that says the word, in whatever column; bytes are read as letters. */
async function tablesThatSay(word: string): Promise<string[]> {
  const tables = await database.many<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const hex = Buffer.from(word).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `select 1 from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%' limit 1`,
      [word, hex],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function readAll() {
  return {
    profile: await findProfile(database, 'b'),
    billing: await findBillingAddress(database, 'b'),
    check: await findCheck(database, 'b'),
    entry: await findEntry(database, 'e'),
    refund: await findBankRefund(database, 'r'),
    files: await unsentBatches(database),
    asked: await findAskedFile(database, 1),
  };
}

test('what a version without seals has left is read as it is, sealed in turns, and plain nowhere afterwards', async () => {
  for (const { table } of sealedTables) await database.pool.query(`alter table ${table} disable trigger user`);
  await database.pool.query(FORMER);
  for (const { table } of sealedTables) await database.pool.query(`alter table ${table} enable trigger user`);
  const former = await readAll();
  const said = JSON.stringify(former, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  expect(said.match(/canary/g)?.length).toBeGreaterThan(14);
  const tables = sealedTables.map(({ table }) => table).toSorted();
  expect(await tablesThatSay('canary')).toEqual(tables);

  // Two workers at once, and a round more that finds nothing.
  await Promise.all([keepPersonalSealed(context), keepPersonalSealed(context)]);
  await keepPersonalSealed(context);
  expect(await tablesThatSay('canary')).toEqual([]);
  expect(await readAll()).toEqual(former);
});

test('every table with a sealed column takes nothing plain any more', async () => {
  const { rows } = await database.pool.query<{ table_name: string }>(
    `select c.table_name from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'sealed'
       and c.table_name not in ('mail_outbox', 'partner_secrets', 'partner_link_keys', 'evidence_by_hand', 'evidence_files') order by 1`,
  );
  expect(rows.map(({ table_name }) => table_name)).toEqual(sealedTables.map(({ table }) => table).toSorted());
  for (const plain of [
    `update kyc_profiles set birth_date = '1990-05-31'`,
    `update kyc_profiles set last_name = 'Weber'`,
    `update billing_addresses set address = 'Street 1'`,
    `update identity_checks set message = 'blurred'`,
    `update bank_entries set counterparty_account = 'DE1'`,
    `update refunds set creditor_name = 'Anna'`,
    `update transfer_batches set file = 'x'`,
    `update asked_statement_files set content = 'x'`,
    `insert into kyc_profiles (buyer_id, city, outcome, created_at, updated_at) values ('b', 'Berlin', 'approved', now(), now())`,
    `insert into billing_addresses (buyer_id, zip, updated_at) values ('b', '1', now())`,
    `insert into transfer_batches (id, account, file, created_at) values ('g', 'a', 'x', now())`,
  ])
    await expect(database.pool.query(plain), plain).rejects.toThrow('is sealed: nothing plain is written');
});
