import { calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { saveBillingAddress } from '../../account/cards/billingStore.ts';
import { findBrokenAuditLine, listAuditLines } from '../../platform/audit/auditStore.ts';
import { updateIdentityCheck } from '../../purchase/identity/identityStore.ts';
import { openConsoleWorld, PERSONS } from '../consoleWorld.testing.ts';
import { createReviewWorld } from '../reviews/reviewWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const { addBuyer, addUnmatchedPayment } = createReviewWorld(database);
const id = await addBuyer();
const { birthDate, phone } = calls.addKyc.example.request;

async function logInAs(name: string) {
  const visitor = world.createVisitor(name);
  await visitor.logIn();
  return visitor;
}

test('audits who revealed which field of whom, without the value', async () => {
  const sam = await logInAs('sam');
  const request = { about: 'buyer', subject: id, field: 'birthDate' } as const;
  expect(await sam.call('reveal', request)).toEqual({ value: birthDate });
  const [line] = await listAuditLines(database, 1);
  expect(line).toMatchObject({
    who: 'sam',
    approvedBy: null,
    action: 'reveal',
    subject: `buyer ${id}`,
    before: null,
    after: { field: 'birthDate' },
  });
  expect(JSON.stringify(line)).not.toContain(birthDate);
  expect((await sam.call('reveal', { ...request, field: 'phone' })).value).toBe(phone);
  expect((await sam.call('reveal', { ...request, field: 'mail' })).value).toContain('@example.com');
  expect((await listAuditLines(database, 9, { subject: `buyer ${id}` })).length).toBe(3);
  expect(await findBrokenAuditLine(database)).toBeUndefined();
});

test('the console cannot delete or change audit entries', async () => {
  const { database: own } = world.context;
  await expect(own.run(sql`delete from audit_trail`)).rejects.toThrow(/permission denied|refused|append/);
  await expect(own.run(sql`update audit_trail set who = 'nobody'`)).rejects.toThrow(/permission denied|refused|append/);
});

test('reveals and audits an address or account only when it is known', async () => {
  const cleo = await logInAs('cleo');
  const address = { about: 'buyer', subject: id, field: 'address' } as const;
  const countAuditLines = async () => (await listAuditLines(database, 100)).length;
  const before = await countAuditLines();
  await expect(cleo.call('reveal', address)).rejects.toThrow('not_found');
  await expect(cleo.call('reveal', { about: 'booking', subject: 'none', field: 'account' })).rejects.toThrow(
    'not_found',
  );
  await expect(cleo.call('reveal', { ...address, field: 'account' })).rejects.toThrow('not_found');
  expect(await countAuditLines()).toBe(before);
  const billing = { name: 'Karin Muster', country: 'DE', city: 'Berlin', zip: '10115', address: 'Street 1' };
  await saveBillingAddress(database, id, billing);
  expect((await cleo.call('reveal', address)).value).toBe('Karin Muster, Street 1, 10115 Berlin, DE');
  const entry = await addUnmatchedPayment(100n);
  const account = await cleo.call('reveal', { about: 'booking', subject: entry, field: 'account' });
  expect(account.value).toBe('DE89370400440532013000');
  expect(await countAuditLines()).toBe(before + 2);
});

test('reveals documents to compliance only', async () => {
  const rejection = {
    status: 'rejected',
    retryable: false,
    message: 'blurred',
    provider: 'sumsub',
    applicantId: 'app_1',
  } as const;
  await updateIdentityCheck(database, id, rejection);
  const request = { about: 'buyer', subject: id, field: 'document' } as const;
  await expect((await logInAs('sam')).call('reveal', request)).rejects.toThrow('act_refused');
  expect((await (await logInAs('cleo')).call('reveal', request)).value).toBe('sumsub, applicant app_1: blurred');
});

test.each(Object.entries(PERSONS).filter(([, role]) => role !== 'support' && role !== 'compliance'))(
  'reveals nothing to %s, %s',
  async (name) => {
    const visitor = await logInAs(name);
    await expect(visitor.call('reveal', { about: 'buyer', subject: id, field: 'mail' })).rejects.toThrow(
      'console_not_for_role',
    );
  },
);
