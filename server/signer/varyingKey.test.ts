import { expect, test } from 'vitest';
import { openTreasuryKey } from '../providers/chain/evm/treasuryKey.ts';
import { createVaryingSigner } from '../providers/chain/fakeSigners.testing.ts';
import { evmPayout, recoverEvmSender } from '../providers/chain/signedTransactions.testing.ts';
import { createSigner } from './signer.ts';
import { createSignerWorld, NETWORK } from './signerWorld.testing.ts';

/** Creates a signer whose key makes each signature with new randomness, as hardware does. */
async function createVaryingWorld() {
  const key = openTreasuryKey(createVaryingSigner('5a'.repeat(32)), { network: NETWORK, chainId: 1 });
  const world = await createSignerWorld();
  const payments = [world.makeOrder('A')] as const;
  const [{ request }] = payments;
  const unsigned = { ...evmPayout, to: request.to, value: request.units.toString() };
  const cancellation = { ...unsigned, to: key.address, value: '0', maxFeePerGas: '60000000000' };
  /** Starts a signer that knows only the stored records. */
  async function startSigner() {
    const context = { ...world.context, record: await world.open(), keys: new Map([[NETWORK, key]]) };
    const signer = createSigner(context);
    await signer.clear(['A']);
    return signer;
  }
  return { ...world, key, payments, unsigned, cancellation, startSigner };
}

test('makes one payout per order, also after a restart, although each signature differs', async () => {
  const { key, payments, unsigned, startSigner, forms } = await createVaryingWorld();
  const [alike, other] = await Promise.all([1, 2].map(() => key.pay(unsigned, [payments[0].request])));
  expect(alike?.bytes).not.toBe(other?.bytes);

  const signer = await startSigner();
  const first = await signer.pay(NETWORK, unsigned, payments);
  if (first.kind !== 'ok') throw new Error(first.kind);
  expect(await recoverEvmSender(first.value.bytes)).toBe(key.address);
  expect(await signer.pay(NETWORK, unsigned, payments)).toEqual(first);
  const again = await startSigner();
  expect(await again.pay(NETWORK, unsigned, payments)).toEqual(first);
  // Another nonce, as a worker that lost its state would request.
  expect(await again.pay(NETWORK, { ...unsigned, nonce: 6 }, payments)).toEqual(first);
  expect(forms).toHaveLength(1);
  expect(forms[0]).toMatchObject({ bytes: first.value.bytes, transactionId: first.value.transactionId });
});

test('returns no form that could not be recorded', async () => {
  const { context, key, payments, unsigned } = await createVaryingWorld();
  const record = { ...context.record, add: () => Promise.reject(new Error('the table is away')) };
  const signer = createSigner({ ...context, record, keys: new Map([[NETWORK, key]]) });
  await signer.clear(['A']);
  await expect(signer.pay(NETWORK, unsigned, payments)).rejects.toThrow('the table is away');
});

test('records nothing when the key fails while signing, and pays once it works again', async () => {
  const { context, key, payments, unsigned, forms } = await createVaryingWorld();
  let isThere = false;
  const failing = {
    ...key,
    pay: (...args: Parameters<typeof key.pay>) => (isThere ? key.pay(...args) : Promise.reject(new Error('away'))),
  };
  const signer = createSigner({ ...context, keys: new Map([[NETWORK, failing]]) });
  await signer.clear(['A']);
  await expect(signer.pay(NETWORK, unsigned, payments)).rejects.toThrow('away');
  expect(forms).toEqual([]);
  isThere = true;
  expect(await signer.pay(NETWORK, unsigned, payments)).toMatchObject({ kind: 'ok' });
});

test('returns the same cancellation when it is requested again', async () => {
  const { payments, unsigned, cancellation, startSigner } = await createVaryingWorld();
  const signer = await startSigner();
  await signer.pay(NETWORK, unsigned, payments);
  const first = await signer.cancel(NETWORK, cancellation, ['A']);
  expect(await signer.cancel(NETWORK, cancellation, ['A'])).toEqual(first);
});

test('returns the first form when it is requested again after a fee bump', async () => {
  const { payments, unsigned, startSigner } = await createVaryingWorld();
  const signer = await startSigner();
  const first = await signer.pay(NETWORK, unsigned, payments);
  await signer.pay(NETWORK, { ...unsigned, maxFeePerGas: '60000000000' }, payments);
  expect(await signer.pay(NETWORK, unsigned, payments)).toEqual(first);
});
