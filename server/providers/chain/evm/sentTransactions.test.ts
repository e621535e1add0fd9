import {
  encodeFunctionData,
  erc20Abi,
  formatTransaction,
  type Hex,
  keccak256,
  numberToHex,
  parseTransaction,
  type RpcTransaction,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { createVaryingSigner } from '../fakeSigners.testing.ts';
import type { EvmClient } from './client.ts';
import { readSentTransactions } from './sentTransactions.ts';
import { openTreasuryKey } from './treasuryKey.ts';

const SECRET = '5b'.repeat(32);
const account = privateKeyToAccount(`0x${SECRET}`);
const other = privateKeyToAccount(`0x${'77'.repeat(32)}`);
const key = openTreasuryKey(createVaryingSigner(SECRET), { network: 'eip155:1', chainId: 1 });
const BUYER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const fees = { gas: 100_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n } as const;
const accessList = [{ address: CONTRACT, storageKeys: [`0x${'01'.repeat(32)}`] }] as const;
const blobs = { maxFeePerBlobGas: 7n, blobVersionedHashes: [`0x01${'ab'.repeat(31)}`] } as const;
const authorized = await other.signAuthorization({ address: CONTRACT, chainId: 1, nonce: 3 });

type Kind = { readonly fields: Readonly<Record<string, unknown>>; readonly purpose: string };

/** Each type of transaction, and each purpose. */
const kinds: Readonly<Record<string, Kind>> = {
  'legacy payment': {
    fields: { type: 'legacy', to: BUYER, value: 5n, gas: 21_000n, gasPrice: 3n },
    purpose: 'payment',
  },
  'payment with an access list (EIP-2930)': {
    fields: { type: 'eip2930', to: BUYER, value: 5n, gas: 30_000n, gasPrice: 3n, accessList },
    purpose: 'payment',
  },
  'payment by EIP-1559': { fields: { type: 'eip1559', to: BUYER, value: 5n, ...fees }, purpose: 'payment' },
  'payment with an access list by EIP-1559': {
    fields: { type: 'eip1559', to: BUYER, value: 5n, accessList, ...fees },
    purpose: 'payment',
  },
  'transfer of a token': {
    fields: {
      type: 'eip1559',
      to: CONTRACT,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [BUYER, 5n] }),
      ...fees,
    },
    purpose: 'payment',
  },
  'blob transaction (EIP-4844)': {
    fields: { type: 'eip4844', to: BUYER, value: 5n, ...blobs, ...fees },
    purpose: 'payment',
  },
  'transaction with authorizations (EIP-7702)': {
    fields: { type: 'eip7702', to: BUYER, value: 5n, authorizationList: [authorized], accessList, ...fees },
    purpose: 'payment',
  },
  'call of a contract': { fields: { type: 'eip1559', to: CONTRACT, data: '0xdeadbeef', ...fees }, purpose: 'other' },
  'payment of nothing': { fields: { type: 'eip1559', to: BUYER, ...fees }, purpose: 'other' },
  'creation of a contract': { fields: { type: 'eip1559', data: '0x6000', ...fees }, purpose: 'other' },
  'blob transaction to itself': {
    fields: { type: 'eip4844', to: account.address, ...blobs, ...fees },
    purpose: 'cancellation',
  },
  cancellation: { fields: { type: 'eip1559', to: account.address, ...fees }, purpose: 'cancellation' },
};

/** Returns a transaction as a node lists it in a block: its fields without its bytes. */
function toNodeTransaction(bytes: Hex, from: Hex) {
  const { r, s, yParity, ...fields } = parseTransaction(bytes);
  const type = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'].indexOf(fields.type ?? '');
  const hex = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'bigint' || typeof value === 'number' ? numberToHex(value) : value,
    ]),
  );
  const authorizations = (fields.authorizationList ?? []).map(({ chainId, nonce, yParity: parity, ...rest }) => ({
    ...rest,
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    yParity: numberToHex(parity ?? 0),
  }));
  const nodeTransaction = {
    ...hex,
    ...(fields.authorizationList && { authorizationList: authorizations }),
    type: numberToHex(type),
    nonce: numberToHex(fields.nonce ?? 0),
    value: numberToHex(fields.value ?? 0n),
    to: fields.to ?? null,
    input: fields.data ?? '0x',
    gas: numberToHex(fields.gas ?? 0n),
    from,
    hash: keccak256(bytes),
    r,
    s,
    v: numberToHex(fields.type === 'legacy' ? BigInt(yParity ?? 0) + 37n : BigInt(yParity ?? 0)),
    ...(fields.type !== 'legacy' && { yParity: numberToHex(yParity ?? 0) }),
  };
  return formatTransaction(nodeTransaction as unknown as RpcTransaction);
}

/** Returns a node with one block that contains these transactions. Each of them uses one nonce of the searched address. */
function createNode(transactions: readonly ReturnType<typeof toNodeTransaction>[]): EvmClient {
  return {
    getBlock: async () => ({ number: 1n, timestamp: 0n, transactions }),
    getTransactionCount: async () => transactions.length,
  } as unknown as EvmClient;
}

test.each(Object.entries(kinds))(
  'rebuilds a %s from the node’s fields, and the key recognizes its own signature',
  async (_name, kind) => {
    const bytes = await account.signTransaction({ ...kind.fields, chainId: 1, nonce: 0 });
    const reading = await readSentTransactions(
      createNode([toNodeTransaction(bytes, account.address)]),
      account.address,
      {
        nextNonce: 0,
        since: new Date(0),
      },
    );
    if (reading.kind !== 'ok') throw new Error(`not read: ${reading.kind === 'unavailable' ? reading.detail : ''}`);
    const [sent] = reading.value.transactions;
    expect(sent?.signed).toEqual({ transactionId: keccak256(bytes), bytes });
    if (!sent) return;
    const own = await key.verifyOwnTransaction(sent);
    expect(own?.purpose).toBe(kind.purpose);
    expect(own?.payments).toHaveLength(kind.purpose === 'payment' ? 1 : 0);
  },
);

test('is unavailable when a transaction’s fields do not match its hash, and advises to use another node', async () => {
  const bytes = await account.signTransaction({ type: 'eip1559', to: zeroAddress, ...fees, chainId: 1, nonce: 0 });
  const nodeTransaction = { ...toNodeTransaction(bytes, account.address), value: 7n };
  expect(
    await readSentTransactions(createNode([nodeTransaction]), account.address, { nextNonce: 0, since: new Date(0) }),
  ).toMatchObject({
    kind: 'unavailable',
    detail: expect.stringMatching(new RegExp(`${keccak256(bytes)}.*another node`)),
  });
});

test('finds the authorization that used a nonce, and the transactions around it', async () => {
  const send = async (nonce: number) =>
    toNodeTransaction(
      await account.signTransaction({ type: 'eip1559', to: BUYER, value: 5n, ...fees, chainId: 1, nonce }),
      account.address,
    );
  const authorization = await account.signAuthorization({ address: CONTRACT, chainId: 1, nonce: 1 });
  const sponsored = toNodeTransaction(
    await other.signTransaction({
      type: 'eip7702',
      to: BUYER,
      authorizationList: [authorization],
      ...fees,
      chainId: 1,
      nonce: 0,
    }),
    other.address,
  );
  const [first, last] = [await send(0), await send(2)];
  const reading = await readSentTransactions(createNode([first, sponsored, last]), account.address, {
    nextNonce: 0,
    since: new Date(0),
  });
  expect(reading).toMatchObject({
    kind: 'ok',
    value: {
      nextNonce: 3,
      transactions: [{ signed: { transactionId: first.hash } }, { signed: { transactionId: last.hash } }],
      authorizations: [{ nonce: 1, transactionId: sponsored.hash }],
    },
  });
});
