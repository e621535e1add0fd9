import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnGateway } from '../../app/api/testGateway.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { requestActionAndWait } from '../../operator/requests/requestAction.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { endSessions } from './endSessions.ts';

const gateway = await openOwnGateway();
const { database } = gateway;
const end = (email: string) =>
  runCommand(createCommandContext('anna', { database, keys: testKeys }), 'end-sessions', [email]);

async function isLoggedIn({ authToken, headers }: Awaited<ReturnType<typeof gateway.logIn>>): Promise<boolean> {
  return (await gateway.post('userStatus', { authToken }, headers)).body.respCode === '200';
}

test('ends the sessions of one buyer or of all, and records it in the audit trail', async () => {
  const [anna, again, ben] = [
    await gateway.logIn('anna@example.com'),
    await gateway.logIn('anna@example.com'),
    await gateway.logIn('ben@example.com'),
  ];
  expect(await end('Anna@example.com')).toBe('2 sessions have ended');
  expect([await isLoggedIn(anna), await isLoggedIn(again), await isLoggedIn(ben)]).toEqual([false, false, true]);
  expect(await end('everybody')).toBe('1 sessions have ended');
  expect(await isLoggedIn(ben)).toBe(false);
  const lines = await database.many(
    sql`select who, subject, after from audit_trail where action = 'end-sessions' order by id`,
  );
  expect(lines).toEqual([
    { who: 'anna', subject: 'sessions of a buyer', after: { ended: 2 } },
    { who: 'anna', subject: 'sessions of everybody', after: { ended: 1 } },
  ]);
  await expect(end('nobody')).rejects.toThrow('give an email address, or everybody');
});

test('refuses a request whose subject and buyers differ, and ends no session', async () => {
  const buyer = await gateway.logIn('cora@example.com');
  const anna = { ...createCommandContext('anna', { database, keys: testKeys }), who: 'anna' };
  const request = (subject: string, input: Readonly<Record<string, string>>) =>
    requestActionAndWait(anna, endSessions, { subject, input });
  await expect(request('sessions of a buyer', { buyers: '' })).rejects.toThrow(
    'the request’s subject and buyers differ',
  );
  await expect(request('sessions of a buyer', {})).rejects.toThrow('the request’s subject and buyers differ');
  await expect(request('sessions of everybody', { buyers: 'b1' })).rejects.toThrow(
    'the request’s subject and buyers differ',
  );
  expect(await isLoggedIn(buyer)).toBe(true);
});
