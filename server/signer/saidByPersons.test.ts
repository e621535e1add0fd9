import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { ask } from '../operator/asking.ts';
import { speak } from '../operator/persons/speak.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { insertPersonStatement } from '../platform/persons/personStatementStore.ts';
import { newPasskey, type Passkey } from '../platform/persons/somePasskeys.testing.ts';
import { createChain } from '../platform/persons/somePersons.testing.ts';
import { requestById } from './requestWordStore.ts';
import { saidByPersons } from './saidByPersons.ts';

const { database } = await openOwnDatabase(2);
await seedConfiguration(database, []);
const chain = createChain('anna', 'ben');
const passkeys: Readonly<Record<string, Passkey>> = { pia: newPasskey('ES256'), paul: newPasskey('RS256') };
for (const [name, passkey] of Object.entries(passkeys))
  chain.confirm('ben', chain.propose('anna', name, ['treasurer', 'compliance'], passkey));
for (const signed of chain.statements)
  await database.transaction((transaction) => insertPersonStatement(transaction, signed));

const { rootKeys } = chain;
const speaker = (who: string) => ({ database, rootKeys, who, why: 'a test', signer: passkeys[who] as Passkey });

test('the signer goes by what two passkeys have signed, and by no answer of another statement', async () => {
  const input = { crypto: 'ETH', units: '5', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const { id } = await ask(speaker('pia'), { action: 'withdraw', subject: '5 ETH', input });
  const said = async () => {
    const request = await requestById(database, id);
    return saidByPersons({ database, rootKeys, isSandbox: true }, request ? [request] : [], { takesTwo: true });
  };
  const approve = async (statement: string) => {
    const hash = await speak(speaker('paul'), 'approve', { statement });
    await database.run(
      sql`update operator_requests set status = 'approved', approved_with = ${hash}, approved_by = 'paul' where id = ${id}`,
    );
    return hash;
  };
  await approve('f'.repeat(64));
  expect(await said()).toEqual([]);
  const { hash: asked } = await database.one<{ hash: string }>(
    sql`select asked_with as hash from operator_requests where id = ${id}`,
  );
  const agreed = await approve(asked);
  expect(await said()).toMatchObject([{ hash: asked }]);
  // Another answer of the same passkey, in the place of this one
  await database.run(sql`alter table operator_statements disable trigger all`);
  await database.run(sql`
    update operator_statements set signature = (
      select signature from operator_statements where person = 'paul' and act = 'approve' and hash <> ${agreed}
    ) where hash = ${agreed}`);
  expect(await said()).toEqual([]);
});

test('a request that a person rejected counts for nothing, although its row says that it was approved', async () => {
  const input = { crypto: 'ETH', units: '6', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const { id } = await ask(speaker('pia'), { action: 'withdraw', subject: '6 ETH', input });
  await database.run(sql`update operator_requests set status = 'approved' where id = ${id}`);
  const request = await requestById(database, id);
  if (!request?.askedWith) throw new Error('the request is gone');
  const judge = () => saidByPersons({ database, rootKeys, isSandbox: true }, [request], { takesTwo: false });
  expect(await judge()).toHaveLength(1);
  await speak(speaker('paul'), 'reject', { statement: request.askedWith });
  expect(await judge()).toEqual([]);
});
