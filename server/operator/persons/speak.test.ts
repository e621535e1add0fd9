import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { findStatement } from '../../platform/persons/operatorStatementStore.ts';
import { createChain, keyOf } from '../../platform/persons/somePersons.testing.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { keepStatement } from './speak.ts';

const { database } = await openOwnDatabase(2);
const chain = createChain('anna', 'ben');
const keep = (signed: SignedStatement) => keepStatement({ database, rootKeys: chain.rootKeys }, signed, 'withdraw');
const asked = (by = 'anna', act = 'withdraw', key = keyOf(by)) =>
  chain.signAt(new Date(), by, { act, arguments: { subject: '1 BTC' } }, key);

test('what a person has signed elsewhere is kept once', async () => {
  const signed = asked();
  const hash = await keep(signed);
  expect(await findStatement(database, hash)).toMatchObject({ text: signed.text });
  await expect(keep(signed)).rejects.toThrow('withdraw: it was done before');
});

test.each([
  ['another act', asked('anna', 'top-up'), 'something else than what is asked for'],
  ['a stranger’s', asked('mallory'), 'its key is nobody’s'],
  ['in another’s name', asked('ben', 'withdraw', keyOf('anna')), 'another person’s'],
  ['spoilt', { ...asked(), signature: new Uint8Array(64) }, 'does not fit it'],
])('a statement that is %s is not kept', async (_, signed, refusal) => {
  await expect(keep(signed)).rejects.toThrow(refusal);
});
