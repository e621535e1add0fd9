import { expect, test } from 'vitest';
import { ok } from '../../outcome.ts';
import { queryHasContract } from './contractCode.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const DELEGATION = `0xef0100${ADDRESS.slice(2).toLowerCase()}` as const;

test.each([
  ['no code', undefined, false],
  ['empty code', '0x', false],
  ['a delegation of EIP-7702', DELEGATION, false],
  ['a delegation in capitals', `0xEF0100${ADDRESS.slice(2).toUpperCase()}`, false],
  ['code', '0x6080604052', true],
  ['code that begins like a delegation', `${DELEGATION}00`, true],
  ['a part of a delegation', DELEGATION.slice(0, -2), true],
] as const)('an account with %s (%s) is a contract: %s', async (_what, code, expected) => {
  const client = { getCode: async () => code as `0x${string}` | undefined };
  expect(await queryHasContract(client, ADDRESS)).toEqual(ok(expected));
});

test('is unavailable when the node fails', async () => {
  const client = { getCode: () => Promise.reject(new Error('away')) };
  expect(await queryHasContract(client, ADDRESS)).toMatchObject({ kind: 'unavailable' });
});
