import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { findStatement } from '../../platform/persons/operatorStatementStore.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { createStatementChain, getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { withdrawCoins } from '../../treasury/actions/withdrawCoins.ts';
import { buildRequestAct } from '../action.ts';
import { saveStatement } from './signAndSaveStatement.ts';

const { database } = await openOwnDatabase(2);
const chain = createStatementChain('anna', 'ben');
const save = (signed: SignedStatement) =>
  saveStatement({ database, rootKeys: chain.rootKeys, isSandbox: true }, signed, buildRequestAct(withdrawCoins));
const signRequest = (by = 'anna', act = 'withdraw', key = getTestKey(by)) =>
  chain.signAt(new Date(), by, { act, arguments: { subject: '1 BTC' } }, key);

test('saves a statement that was signed elsewhere, but only once', async () => {
  const signed = signRequest();
  const hash = await save(signed);
  expect(await findStatement(database, hash)).toMatchObject({ text: signed.text });
  await expect(save(signed)).rejects.toThrow('withdraw: it was already executed');
});

test.each([
  ['for another action', signRequest('anna', 'top-up'), 'it differs from what is requested'],
  ['from a stranger', signRequest('mallory'), 'its key belongs to no one'],
  ['in another person’s name', signRequest('ben', 'withdraw', getTestKey('anna')), 'another person'],
  ['damaged', { ...signRequest(), signature: new Uint8Array(64) }, 'does not match it'],
])('a statement that is %s is not saved', async (_, signed, refusal) => {
  await expect(save(signed)).rejects.toThrow(refusal);
});
