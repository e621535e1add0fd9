import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import {
  createApprovingRunner,
  createCommandRunner,
  parseRequestNumber,
} from '../../operator/commandLine/commandRunner.testing.ts';
import { testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { noPayouts } from '../../purchase/order/silentStepContext.testing.ts';
import { createTestBank, OWN_ACCOUNT } from '../../purchase/refund/testBank.testing.ts';

const { database } = await openOwnDatabase(4);
const run = createCommandRunner({ ...createTestBank(database).context, ...noPayouts });
const clerk = {
  ...createTestBank(database).context,
  database: roleDatabase(database, 'clerk'),
  rootKeys: testRootKeys,
  isSandbox: true,
};
let folder: string;
let serial = 0;

beforeAll(async () => {
  await seedConfiguration(database, []);
  const account = ['accountHolder=Operator', `account=${OWN_ACCOUNT}`, 'bankCode=SOGEDEFF', 'bankName=Bank'];
  await createApprovingRunner('ben', run)('set', ['transfer-account', 'EUR', ...account]);
  folder = await mkdtemp(join(tmpdir(), 'slipway-import-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => database.run(sql`delete from requested_statement_files`));

/** Writes a bank notification with one booking; returns the file's path. */
async function writeNotificationFile(units: bigint, { currency = 'EUR', indicator = 'CRDT' } = {}): Promise<string> {
  serial += 1;
  const path = join(folder, `${serial}.xml`);
  const amount = formatAmount(createAmount(fiatAsset(currency), units));
  await writeFile(
    path,
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>M${serial}</MsgId><CreDtTm>2026-11-21T20:00:00Z</CreDtTm></GrpHdr>
<Ntfctn><Id>N${serial}</Id><CreDtTm>2026-11-21T20:00:00Z</CreDtTm><Acct><Id><IBAN>${OWN_ACCOUNT}</IBAN></Id></Acct>
<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>
<AcctSvcrRef>R${serial}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>by hand</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
  );
  return path;
}

const listImportedFiles = () =>
  database.many<{ name: string; by: string }>(
    sql`select name, imported_by as by from bank_statements order by imported_at, name`,
  );

test('one person imports a file with small credits', async () => {
  expect(await run('import', [await writeNotificationFile(10_000n)], 'anna')).toBe('1 bookings, 1 of them new');
});

test('a file above the threshold needs two people, and changes nothing before the approval', async () => {
  const file = await writeNotificationFile(900_000n);
  const before = await listImportedFiles();
  const request = parseRequestNumber(await run('import', [file], 'carl'));
  expect(await listImportedFiles()).toEqual(before);
  await expect(run('approve', [request], 'carl')).rejects.toThrow('your own');
  // Changing the file on disk has no effect: the import uses the content that was stored with the request.
  await writeFile(file, 'nothing');
  expect(await run('approve', [request], 'ben')).toBe('1 bookings, 1 of them new');
  expect((await listImportedFiles()).map(({ by }) => by)).toContain('carl, ben');
  expect(await database.many(sql`select 1 from requested_statement_files`)).toEqual([]);
  const [line] = await database.many<{ who: string; approvedBy: string }>(
    sql`select who, approved_by from audit_trail where action = 'import' order by id desc limit 1`,
  );
  expect(line).toEqual({ who: 'carl', approvedBy: 'ben' });
});

test('deletes the file after the rejection of its request', async () => {
  const request = parseRequestNumber(await run('import', [await writeNotificationFile(900_000n)], 'gina'));
  expect(await database.many(sql`select 1 from requested_statement_files where request_id = ${request}`)).toHaveLength(
    1,
  );
  await run('reject', [request], 'ben');
  await executeClerkRequests(clerk);
  expect(await database.many(sql`select 1 from requested_statement_files where request_id = ${request}`)).toEqual([]);
});

test('adds up the credits of a person’s files within a day', async () => {
  for (let count = 0; count < 2; count += 1) await run('import', [await writeNotificationFile(200_000n)], 'dora');
  parseRequestNumber(await run('import', [await writeNotificationFile(200_000n)], 'dora'));
  expect(await run('import', [await writeNotificationFile(200_000n)], 'emil')).toContain('1 of them new');
});

test('needs one person for debits, and two for a currency without a rate', async () => {
  expect(await run('import', [await writeNotificationFile(900_000n, { indicator: 'DBIT' })], 'fred')).toContain(
    '1 of them new',
  );
  parseRequestNumber(await run('import', [await writeNotificationFile(1n, { currency: 'GBP' })], 'fred'));
});

test('refuses a file that is no statement or was imported, without a request', async () => {
  const path = join(folder, 'none.xml');
  await writeFile(path, 'nothing');
  await expect(run('import', [path])).rejects.toThrow('not_a_statement');
  const file = await writeNotificationFile(900_000n);
  const requests = [parseRequestNumber(await run('import', [file])), parseRequestNumber(await run('import', [file]))];
  for (const request of requests) await run('approve', [request], 'ben');
  expect(await run('import', [file])).toBe('this file was already imported');
});
