import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import {
  createApprovingRunner,
  createCommandRunner,
  parseRequestNumber,
} from '../../operator/commandLine/commandRunner.testing.ts';
import type { OperatorContext } from '../../operator/operatorAction.ts';
import { requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { executeOperatorRequests } from '../../operator/requests/executeOperatorRequests.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { listAuditLines } from '../../platform/audit/auditStore.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { eraseExpired } from '../deletion/eraseExpired.ts';
import { advanceClock, resetClockAfterEach } from '../testBrowser.testing.ts';
import {
  createBuyerOrder,
  createTestBuyer,
  deleteOwnAccount,
  findTablesContaining,
  type TestBuyer,
} from '../testBuyer.testing.ts';

const DAY = 24 * 3600;
const CASE = 'file 12/26';

const gateway = await openOwnGateway();
resetClockAfterEach(gateway);
const { database } = gateway;
const worker = { database: roleDatabase(database, 'worker') };
const context = {
  database,
  keys: testKeys,
  rules: seededSettings().rules,
  log: createLog('silent'),
} as unknown as OperatorContext;
const run = createCommandRunner(context);
const runApproved = createApprovingRunner('ben', run);

beforeAll(async () => {
  await seedConfiguration(database, []);
});

const place = (account: string, reference = CASE) => run('place-legal-hold', [account], 'anna', { case: reference });
const lift = (account: string, reference = CASE) =>
  runApproved('lift-legal-hold', [account], 'anna', { case: reference });
const readCases = async ({ buyerId }: TestBuyer) =>
  (await database.one<{ cases: string[] }>(sql`select legal_hold_cases as cases from buyers where id = ${buyerId}`))
    .cases;

/** The tables that name the buyer of {@link createTestBuyer} after the deletion of an account under a legal hold. */
const KEPT = [
  'access_log',
  'billing_addresses',
  'buyers',
  'data_keys',
  'identity_checks',
  'kyc_profiles',
  'orders',
  'person_marks',
  'saved_addresses',
];
/** The tables with signed requests and their audit lines, which name the account permanently. */
const SIGNED_RECORDS = ['audit_trail', 'operator_requests', 'operator_statements'];
const findUnsignedTablesContaining = async (text: string) =>
  (await findTablesContaining(gateway, text)).filter((table) => !SIGNED_RECORDS.includes(table));

describe('a legal hold', () => {
  test('keeps the data of an account that its buyer deletes, without informing the buyer, until two people lift it', async () => {
    const buyer = await createTestBuyer(gateway, 'held');
    const orderNo = await createBuyerOrder(buyer, 'cancelled');
    expect(await place(buyer.email)).toContain(`the account is under a legal hold for case ${CASE}`);
    // A failed login belongs to an email address, not to an account.
    await database.run(sql`
      insert into access_log (kind, call, email, client, hour, first_at, last_at)
      values ('login_failed', 'login', ${buyer.email}, '203.0.113.7', slipway_now(), slipway_now(), slipway_now())`);
    const exported = JSON.stringify((await buyer.browser.post('exportData')).body);
    expect(exported).toContain(buyer.lastName);
    expect(exported).not.toContain(CASE);

    expect((await deleteOwnAccount(buyer)).body.data).toEqual({ keptUntil: null });
    expect((await buyer.browser.post('authInfo')).body.respCode).toBe('5002');
    await advanceClock(gateway, DAY);
    await eraseExpired(worker);
    expect(await database.many(sql`select id from access_log where email = ${buyer.email}`)).toHaveLength(1);
    expect(await findUnsignedTablesContaining(buyer.buyerId)).toEqual(KEPT);

    const request = parseRequestNumber(await run('lift-legal-hold', [buyer.buyerId], 'anna', { case: CASE }));
    await expect(run('approve', [request], 'anna')).rejects.toThrow('your own');
    await eraseExpired(worker);
    expect(await findUnsignedTablesContaining(buyer.buyerId)).toEqual(KEPT);
    expect(await run('approve', [request], 'ben')).toContain('the account is under no legal hold');
    await eraseExpired(worker);
    expect(await findUnsignedTablesContaining(buyer.buyerId)).toEqual([]);
    expect(await database.one(sql`select address from orders where order_no = ${orderNo}`)).toEqual({ address: '' });
  });

  test('holds a closed account whose retention period has not ended, and leaves the period unchanged', async () => {
    const buyer = await createTestBuyer(gateway, 'closed');
    await createBuyerOrder(buyer, 'delivered');
    await deleteOwnAccount(buyer);
    const readEnd = async () =>
      database.maybeOne<{ end: Date }>(sql`select erase_after as end from buyers where id = ${buyer.buyerId}`);
    const end = await readEnd();
    // The address of a closed account still finds it.
    await place(buyer.email);
    expect(await readEnd()).toEqual(end);
    await advanceClock(gateway, 5.1 * 365.25 * DAY);
    await eraseExpired(worker);
    expect(await readCases(buyer)).toEqual([CASE]);
    await lift(buyer.buyerId);
    await eraseExpired(worker);
    expect(await findUnsignedTablesContaining(buyer.buyerId)).toEqual([]);
  });

  test('that is lifted early leaves a closed account in place until its retention period ends', async () => {
    const buyer = await createTestBuyer(gateway, 'lifted');
    await createBuyerOrder(buyer, 'delivered');
    await deleteOwnAccount(buyer);
    await place(buyer.buyerId);
    await lift(buyer.buyerId);
    await eraseExpired(worker);
    expect(await readCases(buyer)).toEqual([]);
    expect(await findUnsignedTablesContaining(buyer.buyerId)).toContain('kyc_profiles');
  });

  test('ends only with the last of its cases', async () => {
    const buyer = await createTestBuyer(gateway, 'twice');
    await place(buyer.buyerId);
    await expect(place(buyer.buyerId)).rejects.toThrow(`already under a legal hold for case ${CASE}`);
    await place(buyer.buyerId, 'tax 7');
    await deleteOwnAccount(buyer);
    expect(await lift(buyer.buyerId)).toContain('the account remains under a legal hold for case tax 7');
    await expect(lift(buyer.buyerId)).rejects.toThrow('Enter the case of the legal hold to lift: tax 7.');
    await eraseExpired(worker);
    expect(await readCases(buyer)).toEqual(['tax 7']);
    await lift(buyer.buyerId, 'tax 7');
    await eraseExpired(worker);
    expect(await findUnsignedTablesContaining(buyer.buyerId)).toEqual([]);
  });

  test('prevents an erasure by the operator, at the request and again in the worker', async () => {
    const buyer = await createTestBuyer(gateway, 'erasing');
    await place(buyer.buyerId);
    await expect(run('erase', [buyer.buyerId])).rejects.toThrow(`The account is under a legal hold (case ${CASE}).`);
    const id = await requestAs(database, { action: 'erase', subject: buyer.buyerId, input: {} });
    await executeOperatorRequests({ ...context, ...worker, rootKeys: testRootKeys });
    expect(await findRequest(database, id)).toMatchObject({ status: 'refused' });
    expect(await findUnsignedTablesContaining(buyer.buyerId)).toContain('kyc_profiles');
  });

  test('is recorded in the audit trail with its case and the people, when it is placed and when it is lifted', async () => {
    const buyer = await createTestBuyer(gateway, 'audited');
    await place(buyer.buyerId);
    await lift(buyer.buyerId);
    const subject = `buyer ${buyer.buyerId}`;
    const lines = await listAuditLines(database, 20);
    expect(lines.filter((line) => line.subject === subject)).toMatchObject([
      { action: 'lift-legal-hold', who: 'anna', approvedBy: 'ben', after: { case: CASE, status: 'done' } },
      { action: 'place-legal-hold', who: 'anna', approvedBy: null, after: { case: CASE, status: 'done' } },
    ]);
  });

  test.each(['', '   ', 'a\nb', 'x'.repeat(101)])('is refused for the case %j', async (reference) => {
    const buyer = await createTestBuyer(gateway, `case${'a'.repeat(reference.length + 1)}`);
    await expect(place(buyer.buyerId, reference)).rejects.toThrow('Enter the case reference');
  });

  test('needs the id when an address has an open and a closed account, and cannot be lifted from an account without one', async () => {
    const closed = await createTestBuyer(gateway, 'again');
    await createBuyerOrder(closed, 'delivered');
    await deleteOwnAccount(closed);
    const open = await createTestBuyer(gateway, 'again');
    await expect(place(open.email)).rejects.toThrow(
      `this address has several accounts: ${[closed.buyerId, open.buyerId].toSorted().join(', ')}`,
    );
    await expect(lift(open.buyerId)).rejects.toThrow('The account is not under a legal hold.');
  });

  test('prevents the api role, and even the owner of the database, from deleting the account', async () => {
    const buyer = await createTestBuyer(gateway, 'kept');
    await place(buyer.buyerId);
    const deletion = sql`delete from buyers where id = ${buyer.buyerId}`;
    await expect(roleDatabase(database, 'api').run(deletion)).rejects.toThrow('is under a legal hold');
    await expect(database.run(deletion)).rejects.toThrow('is under a legal hold');
    expect(await readCases(buyer)).toEqual([CASE]);
  });
});
