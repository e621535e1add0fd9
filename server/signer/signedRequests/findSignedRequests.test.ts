import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { signAndSaveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { requestAction } from '../../operator/requests/requestAction.ts';
import { ANSWER_ACTS } from '../../operator/requests/requestAnswer.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { createTestPasskey, type Passkey } from '../../platform/persons/testPasskeys.testing.ts';
import { createStatementChain } from '../../platform/persons/testPersonKeys.testing.ts';
import { withdrawCoins } from '../../treasury/actions/withdrawCoins.ts';
import { findSignedRequests } from './findSignedRequests.ts';
import { findRequestById } from './requestRowStore.ts';

const { database } = await openOwnDatabase(2);
await seedConfiguration(database, []);
const chain = createStatementChain('anna', 'ben');
const passkeys: Readonly<Record<string, Passkey>> = {
  pia: createTestPasskey('ES256'),
  paul: createTestPasskey('RS256'),
};
for (const [name, passkey] of Object.entries(passkeys))
  chain.confirm('ben', chain.propose('anna', name, ['treasurer', 'compliance'], passkey));
for (const signed of chain.statements)
  await database.transaction((transaction) => insertPersonStatement(transaction, signed));

const { rootKeys } = chain;
const speaker = (who: string) => ({
  database,
  rootKeys,
  isSandbox: true,
  who,
  why: 'a test',
  signer: passkeys[who] as Passkey,
});

test('accepts a request that two passkeys signed, and no signature copied from another statement', async () => {
  const input = { crypto: 'ETH', units: '5', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const { id } = await requestAction(speaker('pia'), withdrawCoins, { subject: '5 ETH', input });
  const findSigned = async () => {
    const request = await findRequestById(database, id);
    return findSignedRequests({ database, rootKeys, isSandbox: true }, request ? [request] : [], {
      needsSecondApproval: true,
    });
  };
  const approve = async (statement: string) => {
    const hash = await signAndSaveStatement(speaker('paul'), ANSWER_ACTS.approve, { statement });
    await database.run(
      sql`update operator_requests set status = 'approved', approved_with = ${hash}, approved_by = 'paul' where id = ${id}`,
    );
    return hash;
  };
  await approve('f'.repeat(64));
  expect(await findSigned()).toEqual([]);
  const { hash: requestHash } = await database.one<{ hash: string }>(
    sql`select requested_with as hash from operator_requests where id = ${id}`,
  );
  const agreed = await approve(requestHash);
  expect(await findSigned()).toMatchObject([{ hash: requestHash }]);
  // Another assertion of the same passkey in place of this one.
  await database.run(sql`alter table operator_statements disable trigger all`);
  await database.run(sql`
    update operator_statements set signature = (
      select signature from operator_statements where person = 'paul' and act = 'approve' and hash <> ${agreed}
    ) where hash = ${agreed}`);
  expect(await findSigned()).toEqual([]);
});

test('ignores a request that a person rejected, although its row is marked as approved', async () => {
  const input = { crypto: 'ETH', units: '6', address: '0x52908400098527886E0F7030069857D2E4169EE7' };
  const { id } = await requestAction(speaker('pia'), withdrawCoins, { subject: '6 ETH', input });
  await database.run(sql`update operator_requests set status = 'approved' where id = ${id}`);
  const request = await findRequestById(database, id);
  if (!request?.requestStatement) throw new Error('the request is gone');
  const judge = () =>
    findSignedRequests({ database, rootKeys, isSandbox: true }, [request], { needsSecondApproval: false });
  expect(await judge()).toHaveLength(1);
  await signAndSaveStatement(speaker('paul'), ANSWER_ACTS.reject, { statement: request.requestStatement });
  expect(await judge()).toEqual([]);
});
