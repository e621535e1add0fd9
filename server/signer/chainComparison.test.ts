import { createAmount } from '@slipway/money/amount.ts';
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { SentReading, SentTransaction, UnsignedPayout } from '../providers/chain/chainPort.ts';
import { openTreasuryKey as openEvmKey } from '../providers/chain/evm/treasuryKey.ts';
import { createVaryingSigner } from '../providers/chain/fakeSigners.testing.ts';
import type { OrderPayment, TreasuryKey } from '../providers/chain/signerPort.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { createChainComparison } from './chainComparison.ts';
import { KEYED_SECRET, openKeyedWorld } from './keyedWorld.testing.ts';
import type { RecordedForm } from './record/signedForms.ts';
import { createSerialRunner } from './serialRunner.ts';
import { createSigner } from './signer.ts';
import { createMemoryRecord } from './signerWorld.testing.ts';

const ETHEREUM = 'eip155:1';
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const BITCOIN_BUYER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const DEPOSIT = 'd0'.repeat(32);

/** Opens a signer. `restore` opens a second one, whose record has only the forms that `kept` returns: the chain has all. */
async function openRestoredWorld(kept: (forms: readonly RecordedForm[]) => readonly RecordedForm[]) {
  const world = await openKeyedWorld();
  const restored = createMemoryRecord();
  const state = { oldest: undefined as Date | undefined };

  async function restore() {
    for (const { number: _number, mac: _mac, ...form } of kept(world.forms)) await (await restored.open()).add(form);
    const record = await restored.open();
    const keys = new Map([ETHEREUM, BITCOIN].map((network) => [network, world.requireKey(network)]));
    const runSerially = createSerialRunner();
    const comparison = createChainComparison({
      record,
      keys,
      runSerially,
      findOrdersReceiving: async (network, units) =>
        [...world.orders.values()].filter(
          ({ receive }) => receive.asset.id.startsWith(`${network}/`) && units.includes(receive.units),
        ),
      findOldestOpenOrderTime: async () => state.oldest,
      computeEuroCents: () => 10_000n,
      now: () => world.clock.now,
    });
    const findForm = async (number: number) => restored.forms[number - 1] as RecordedForm;
    const signer = createSigner({
      ...world.context,
      keys,
      record,
      runSerially,
      comparison,
      findForm,
      computeFeeCents: () => 1n,
    });
    async function pay(payment: OrderPayment, unsigned: UnsignedPayout) {
      await signer.clear([payment.orderNo]);
      const network = unsigned.kind === 'account' ? ETHEREUM : BITCOIN;
      return signer.pay(network, unsigned, [payment]);
    }
    return { ...world, record, restored: restored.forms, comparison, signer, pay };
  }
  return { world, restore, state };
}

function etherPayout({ request: { to, units } }: OrderPayment, nonce: number): UnsignedPayout {
  const fees = { gasLimit: '21000', maxFeePerGas: '1000000000', maxPriorityFeePerGas: '1' };
  return { kind: 'account', chainId: 1, nonce, to, value: `${units}`, data: '0x', ...fees };
}

function bitcoinPayout(
  payments: readonly OrderPayment[],
  { txid, units }: { readonly txid: string; readonly units: bigint },
  own: string,
): UnsignedPayout {
  const paid = payments.reduce((sum, { request }) => sum + request.units, 0n);
  const outputs = payments.map(({ request }) => ({ address: request.to, units: `${request.units}` }));
  return {
    kind: 'outputs',
    inputs: [{ txid, index: 0, units: `${units}` }],
    outputs: [...outputs, { address: own, units: `${units - paid - 1_000n}` }],
    feeUnits: '1000',
  };
}

function toSentTransaction({ transactionId, bytes, unsigned }: RecordedForm): SentTransaction {
  return { signed: { transactionId, bytes }, unsigned };
}

const reading = (overrides: Partial<SentReading>): SentReading => ({
  nextNonce: undefined,
  transactions: [],
  received: [],
  ...overrides,
});

/** Makes two paid orders, of which the restored record has only the first. */
async function createTwoPaidOrders() {
  const { world, restore } = await openRestoredWorld((forms) => forms.slice(0, 1));
  const payments = ['A', 'B'].map((orderNo) => world.makeOrder(orderNo)) as [OrderPayment, OrderPayment];
  for (const [nonce, payment] of payments.entries()) {
    await world.signer.clear([payment.orderNo]);
    const form = await world.signer.pay(ETHEREUM, etherPayout(payment, nonce), [payment]);
    expect(form.kind).toBe('ok');
  }
  return { payments, ...(await restore()) };
}

test('signs nothing after a start until the chain was compared, and then pays no order a second time', async () => {
  const { payments, forms, signer, comparison, pay, restored } = await createTwoPaidOrders();
  const [, second] = payments;
  expect(await pay(second, etherPayout(second, 2))).toMatchObject({ kind: 'unavailable', cause: 'comparison' });
  expect((await signer.uncompared()).kind).toBe('unavailable');
  await comparison.restart(async () => undefined);

  const uncompared = await signer.uncompared();
  const known = uncompared.kind === 'ok' ? uncompared.value.find(({ network }) => network === ETHEREUM) : undefined;
  expect(known).toMatchObject({ nextNonce: 1, since: new Date('2026-03-01T10:00:00Z') });
  const transactions = forms.map(toSentTransaction);
  const found = await signer.compare(ETHEREUM, reading({ nextNonce: 2, transactions }), known?.start);
  expect(found).toMatchObject({ kind: 'ok', value: [{ orderNos: ['A'] }, { orderNos: ['B'] }] });
  expect(restored.map(({ orderNos, claims }) => [orderNos, claims])).toEqual(
    forms.map(({ orderNos, claims }) => [orderNos, claims]),
  );
  expect(restored[1]).toMatchObject({ units: second.request.units, euroCents: 10_000n, payments: [{ orderNo: 'B' }] });

  const form = await pay(second, etherPayout(second, 2));
  expect(form).toMatchObject({ kind: 'ok', value: { transactionId: forms[1]?.transactionId, orderNos: ['B'] } });
});

test('attributes a transaction to an order only if the treasury key signed it and its id and fields are true', async () => {
  const { payments, forms, signer, comparison, restored } = await createTwoPaidOrders();
  await comparison.restart(async () => undefined);
  const other: TreasuryKey = openEvmKey(createVaryingSigner('77'.repeat(32)), { network: ETHEREUM, chainId: 1 });
  const [, second] = payments;
  const unsigned = etherPayout(second, 1);
  const forged = { signed: await other.pay(unsigned, [second.request]), unsigned };
  const [, real] = forms.map(toSentTransaction) as [SentTransaction, SentTransaction];
  const renamed = { ...real, signed: { ...real.signed, transactionId: `0x${'ab'.repeat(32)}` } };
  const misread = { ...real, unsigned: { ...real.unsigned, value: '1' } };
  for (const lie of [forged, renamed, misread])
    expect(await signer.compare(ETHEREUM, reading({ transactions: [lie] }), undefined)).toMatchObject({
      value: [{ orderNos: [] }],
    });
  expect(restored).toHaveLength(1);
});

test('signs no nonce beyond a gap in the record until the chain is compared again', async () => {
  const { payments, forms, signer, comparison, pay, makeOrder } = await createTwoPaidOrders();
  await comparison.restart(async () => undefined);
  const compare = async (overrides: Partial<SentReading>) => {
    const uncompared = await signer.uncompared();
    const start = uncompared.kind === 'ok' ? uncompared.value[0]?.start : undefined;
    return signer.compare(ETHEREUM, reading(overrides), start);
  };
  await compare({ nextNonce: 1 });
  const third = makeOrder('C');
  expect(await pay(third, etherPayout(third, 2))).toMatchObject({
    kind: 'unavailable',
    detail: 'nonce 2 follows transactions that the record lacks: 1 would be next',
  });
  expect(await signer.uncompared()).toMatchObject({
    value: expect.arrayContaining([expect.objectContaining({ network: ETHEREUM })]),
  });
  await compare({ nextNonce: 2, transactions: forms.map(toSentTransaction) });
  expect(await pay(third, etherPayout(third, 2))).toMatchObject({ kind: 'ok' });
  const [, second] = payments;
  expect(await pay(second, etherPayout(second, 3))).toMatchObject({
    value: { transactionId: forms[1]?.transactionId },
  });
});

test('counts one payment for only one of two identical orders', async () => {
  const { signer, comparison, forms, pay, makeOrder } = await createTwoPaidOrders();
  const alike = makeOrder('B2');
  await comparison.restart(async () => undefined);
  const uncompared = await signer.uncompared();
  const start = uncompared.kind === 'ok' ? uncompared.value[0]?.start : undefined;
  await signer.compare(ETHEREUM, reading({ nextNonce: 2, transactions: forms.map(toSentTransaction) }), start);
  expect(await pay(alike, etherPayout(alike, 2))).toMatchObject({ kind: 'ok', value: { orderNos: ['B2'] } });
});

test('rejects a chain reading from an earlier start, and is unavailable if the start cannot be announced', async () => {
  const { signer, comparison, forms } = await createTwoPaidOrders();
  await comparison.restart(async () => undefined);
  const uncompared = await signer.uncompared();
  const start = uncompared.kind === 'ok' ? uncompared.value[0]?.start : undefined;
  comparison.close();
  const late = reading({ nextNonce: 2, transactions: forms.map(toSentTransaction) });
  expect((await signer.compare(ETHEREUM, late, start)).kind).toBe('unavailable');
  await comparison.restart(async () => undefined);
  expect((await signer.compare(ETHEREUM, late, start)).kind).toBe('unavailable');
  await expect(comparison.restart(async () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await signer.uncompared()).kind).toBe('unavailable');
});

test('reads the chain since two hours before the oldest payable order, or before now, if the record is empty', async () => {
  const { restore, state } = await openRestoredWorld(() => []);
  const { signer, comparison } = await restore();
  await comparison.restart(async () => undefined);
  const since = async () => {
    const uncompared = await signer.uncompared();
    return uncompared.kind === 'ok' ? uncompared.value[0]?.since.toISOString() : undefined;
  };
  expect(await since()).toBe('2026-03-01T10:00:00.000Z');
  state.oldest = new Date('2026-02-20T12:00:00Z');
  expect(await since()).toBe('2026-02-20T10:00:00.000Z');
});

test('spends only outputs of known transactions, and recognizes a batch as the payout of all its orders', async () => {
  const { world, restore } = await openRestoredWorld(() => []);
  const bitcoin = requireCrypto(world.catalog, 'BTC');
  const coins = (address: string, units: bigint) => ({
    receiveCurrency: 'BTC',
    network: bitcoin.network.id,
    receive: createAmount(bitcoin.asset, units),
    address,
  });
  const own = world.requireKey(BITCOIN).address;
  const payments = [
    world.makeOrder('A', coins(BITCOIN_BUYER, 100_000n)),
    world.makeOrder('B', coins(BITCOIN_BUYER.toUpperCase(), 90_000n)),
  ] as [OrderPayment, OrderPayment];
  const unsigned = bitcoinPayout(payments, { txid: DEPOSIT, units: 10_000_000n }, own);
  await world.signer.clear(['A', 'B']);
  const paid = await world.signer.pay(BITCOIN, unsigned, payments);
  if (paid.kind !== 'ok') throw new Error(JSON.stringify(paid));
  const { transactionId, bytes } = paid.value;
  const sent = { signed: { transactionId, bytes }, unsigned };

  const { signer, comparison, pay } = await restore();
  await comparison.restart(async () => undefined);
  const compare = async (overrides: Partial<SentReading>) => {
    const uncompared = await signer.uncompared();
    const start = uncompared.kind === 'ok' ? uncompared.value[0]?.start : undefined;
    return signer.compare(BITCOIN, reading(overrides), start);
  };
  const third = world.makeOrder('C', coins(BITCOIN_BUYER, 80_000n));
  const change = bitcoinPayout([third], { txid: transactionId, units: 9_809_000n }, own);
  await compare({ received: [DEPOSIT] });
  expect(await pay(third, change)).toMatchObject({
    kind: 'unavailable',
    detail: `the record lacks transaction ${transactionId}`,
  });
  const [input] = (unsigned as unknown as { inputs: { txid: string; index: number }[] }).inputs;
  const dearer = { ...sent, unsigned: { ...unsigned, inputs: [{ ...input, units: '10000001' }], feeUnits: '1001' } };
  expect(await compare({ transactions: [dearer] })).toMatchObject({ value: [{ orderNos: [] }] });
  comparison.close();
  await comparison.restart(async () => undefined);
  expect(await compare({ transactions: [sent], received: [DEPOSIT] })).toMatchObject({
    value: [{ orderNos: ['A', 'B'] }],
  });
  expect(await pay(third, change)).toMatchObject({ kind: 'ok', value: { orderNos: ['C'] } });
  const [first] = payments;
  const again = bitcoinPayout([first], { txid: DEPOSIT, units: 10_000_000n }, own);
  expect(await pay(first, again)).toMatchObject({ value: { transactionId } });
});

test('records a contract call with the purpose `other`, and counts its nonce as used', async () => {
  const { world, restore } = await openRestoredWorld((forms) => forms);
  const { signer, comparison, restored, record, requireKey } = { ...world, ...(await restore()) };
  await comparison.restart(async () => undefined);
  const account = privateKeyToAccount(`0x${KEYED_SECRET}`);
  expect(account.address).toBe(requireKey(ETHEREUM).address);
  const fields = { gas: 90_000n, maxFeePerGas: 1_000_000_000n, maxPriorityFeePerGas: 1n } as const;
  const to = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  const bytes = await account.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: 0,
    to,
    data: '0xdeadbeef',
    ...fields,
  });
  const unsigned = {
    kind: 'account',
    chainId: 1,
    nonce: 0,
    to,
    value: '0',
    data: '0xdeadbeef',
    gasLimit: '90000',
    maxFeePerGas: '1000000000',
    maxPriorityFeePerGas: '1',
  };
  const sent = { signed: { transactionId: keccak256(bytes), bytes }, unsigned };
  expect(await signer.compare(ETHEREUM, reading({ nextNonce: 1, transactions: [sent] }), undefined)).toMatchObject({
    kind: 'ok',
    value: [{ orderNos: [] }],
  });
  expect(restored).toMatchObject([{ purpose: 'other', payments: [], orderNos: [] }]);
  expect(record.computeNextNonce(ETHEREUM, account.address)).toBe(1);
});
