import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnGateway } from '../app/testGateway.testing.ts';
import { keys } from '../partner/testPartner.testing.ts';
import { typedBy } from './persons/testPersons.testing.ts';
import { runCommand } from './runCommand.ts';

const gateway = await openOwnGateway();
const { database } = gateway;
const end = (whose: string) => runCommand(typedBy('anna', { database, keys }), 'end-sessions', [whose]);

async function isLoggedIn({ authToken, headers }: Awaited<ReturnType<typeof gateway.loggedIn>>): Promise<boolean> {
  return (await gateway.post('userStatus', { authToken }, headers)).body.respCode === '200';
}

test('an operator ends the sessions of one buyer, or of everybody, and it is in the history', async () => {
  const [anna, again, ben] = [
    await gateway.loggedIn('anna@example.com'),
    await gateway.loggedIn('anna@example.com'),
    await gateway.loggedIn('ben@example.com'),
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
  await expect(end('nobody')).rejects.toThrow('whose? An e-mail address, or everybody');
});
