import type { Hex, SignedAuthorization, Transaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { findAuthorizedNonces } from './authorizedNonces.ts';

const account = privateKeyToAccount(`0x${'5b'.repeat(32)}`);
const other = privateKeyToAccount(`0x${'77'.repeat(32)}`);
const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const sign = (nonce: number, { chainId = 1, by = account } = {}) =>
  by.signAuthorization({ address: CONTRACT, chainId, nonce });

function createTransaction(hash: string, ...authorizationList: readonly SignedAuthorization[]): Transaction {
  return { hash: hash as Hex, chainId: 1, authorizationList } as unknown as Transaction;
}

const find = async (transactions: readonly Transaction[], isWanted: (nonce: number) => boolean = () => true) =>
  Object.fromEntries(await findAuthorizedNonces(transactions, account.address, isWanted));

test('finds the nonces of authorizations that the address signed for this chain or for every chain', async () => {
  const authorizations = [await sign(3), await sign(4, { chainId: 0 }), await sign(5, { chainId: 10 })];
  expect(
    await find([createTransaction('0xa', ...authorizations), createTransaction('0xb', await sign(6, { by: other }))]),
  ).toEqual({
    3: '0xa',
    4: '0xa',
  });
});

test('returns the first of several transactions with the same authorization, and only the requested nonces', async () => {
  const transactions = [
    createTransaction('0xa', await sign(3), await sign(4)),
    createTransaction('0xb', await sign(3)),
  ];
  expect(await find(transactions, (nonce) => nonce === 3)).toEqual({ 3: '0xa' });
});

test('ignores transactions without authorizations, and malformed signatures', async () => {
  const malformed = { ...(await sign(3)), r: `0x${'ff'.repeat(32)}` as const };
  expect(
    await find([{ hash: '0xa', chainId: 1 } as unknown as Transaction, createTransaction('0xb', malformed)]),
  ).toEqual({});
});
