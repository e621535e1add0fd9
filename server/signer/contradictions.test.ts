import { RawTx } from '@scure/btc-signer';
import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { readSeeds, SEEDS_FOLDER } from '../configuration/readSeeds.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Database } from '../platform/database/database.ts';
import { openTreasuryKey as openEvmKey } from '../providers/chain/evm/treasuryKey.ts';
import { createVaryingSigner } from '../providers/chain/fakeSigners.testing.ts';
import { buildBitcoinPayout, evmPayout } from '../providers/chain/signedTransactions.testing.ts';
import type { OrderPayment } from '../providers/chain/signerPort.ts';
import { refused } from '../providers/outcome.ts';
import { requireCrypto, requirePayCurrency } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import { openKeyedWorld } from './keyedWorld.testing.ts';
import { acceptRows, judgeRows, listRowsInForce } from './rows/judgeRows.ts';
import { buildUsedSettings, formatRowName, isUsedRow } from './rows/usedRows.ts';
import { createSigner } from './signer.ts';

const { catalog } = seededSettings();
const coin = (id: string) => requireCrypto(catalog, id);

/** Returns the terms of an order that sells a coin as configured, for 100 EUR. */
function buildTerms(id: string, units: bigint, address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'): Partial<Order> {
  const { network, asset } = coin(id);
  return { receiveCurrency: id, network: network.id, receive: createAmount(asset, units), address };
}

function createTransfer(chain: string, { to, units }: OrderPayment['request']) {
  return { ...evmPayout, chainId: Number(chain.split(':')[1]), to, value: units.toString() };
}

describe('an order that names two coins', () => {
  /** POL for about 100 EUR, at 0.20 EUR each. As ether, the units are 499 coins at 3,413.79 EUR each. */
  const units = 499n * 10n ** 18n;
  const mixed: Readonly<Record<string, Partial<Order>>> = {
    'priced as POL and counted in ether of Base': {
      receiveCurrency: 'POL',
      network: coin('ETH_BASE').network.id,
      receive: createAmount(coin('ETH_BASE').asset, units),
    },
    'priced as POL and paid on Ethereum': { network: 'ethereum' },
    'of a token with 18 in place of 6 digits': {
      receiveCurrency: 'USDC',
      network: coin('USDC').network.id,
      receive: createAmount({ ...coin('USDC').asset, decimals: 18 }, 10n ** 14n),
    },
    'paid in euros without cents': {
      pay: withoutDigits(createAmount(requirePayCurrency(catalog, 'EUR').asset, 10_000n)),
    },
  };

  function withoutDigits(amount: Amount): Amount {
    return createAmount({ ...amount.asset, decimals: 0 }, amount.units);
  }

  test.each(Object.keys(mixed))('%s is paid on no network', async (name) => {
    const { signer, makeOrder, forms } = await openKeyedWorld();
    const payment = makeOrder('A', { ...buildTerms('POL', units), ...mixed[name] });
    expect(await signer.clear(['A'])).toMatchObject({ value: new Map([['A', 'order_changed']]) });
    for (const chain of ['eip155:1', 'eip155:137', 'eip155:8453']) {
      const outcome = await signer.pay(chain, createTransfer(chain, payment.request), [payment]);
      expect(outcome).toMatchObject(refused('order_changed'));
    }
    expect(forms).toEqual([]);
  });

  test('is not paid as one coin after it was cleared as the other', async () => {
    const { signer, makeOrder, forms, clock } = await openKeyedWorld();
    makeOrder('A', buildTerms('POL', units));
    expect(await signer.clear(['A'])).toMatchObject({ value: new Map() });
    const payment = makeOrder('A', buildTerms('ETH', units));
    const requestPayment = () => signer.pay('eip155:1', createTransfer('eip155:1', payment.request), [payment]);
    expect(await requestPayment()).toMatchObject({ kind: 'unavailable' });
    clock.now = new Date(clock.now.getTime() + 10_001);
    expect(await signer.clear(['A'])).toMatchObject({ value: new Map([['A', 'overvalued']]) });
    expect((await requestPayment()).kind).not.toBe('ok');
    expect(forms).toEqual([]);
  });
});

test('pays an order of POL only on Polygon, although the caller names another network', async () => {
  const { signer, makeOrder, forms } = await openKeyedWorld();
  const payment = makeOrder('A', buildTerms('POL', 499n * 10n ** 18n));
  await signer.clear(['A']);
  const misdirected = await signer.pay('eip155:1', createTransfer('eip155:1', payment.request), [payment]);
  expect(misdirected).toMatchObject(refused('order_changed'));
  const ether = { ...payment, request: { ...payment.request, asset: coin('ETH').asset } };
  expect(await signer.pay('eip155:1', createTransfer('eip155:1', ether.request), [ether])).toMatchObject(
    refused('order_changed'),
  );
  const own = await signer.pay('eip155:137', createTransfer('eip155:137', payment.request), [payment]);
  expect(own).toMatchObject({ kind: 'ok' });
  expect(forms).toHaveLength(1);
});

describe('configuration rows that operators have not signed', () => {
  const now = new Date();
  const judging = {
    database: { many: async () => [], now: async () => now } as unknown as Database,
    rootKeys: [],
    isSandbox: true,
  };

  /** Returns the catalog of a signer whose database has these rows in place of the seeds. */
  async function buildCatalogWith(changed: Readonly<Record<string, object>>) {
    const seeds = await readSeeds(SEEDS_FOLDER);
    const rows = seeds.map((row) => ({ ...row, value: { ...(row.value as object), ...changed[formatRowName(row)] } }));
    const pinned = await acceptRows({ ...judging, seeds }, [], seeds.filter(isUsedRow), now);
    const judged = await judgeRows({ ...judging, seeds }, pinned, rows.filter(isUsedRow), now);
    expect(judged.contradictions).toHaveLength(Object.keys(changed).length);
    return buildUsedSettings(listRowsInForce(judged.pinned), seeds).catalog;
  }

  test.each([
    ['its digits', { 'crypto ETH': { decimals: 6 } }],
    ['a contract', { 'crypto ETH': { asset: coin('USDC').contract } }],
    ['its network', { 'crypto ETH': { network: 'polygon' }, 'network ethereum': { chain: 'eip155:987654321987' } }],
    ['its market', { 'crypto ETH': { marketBase: 'POL' }, 'network ethereum': { nativeCrypto: 'POL' } }],
  ])('do not raise the amount that is paid or block an honest order if they change %s', async (_what, changed) => {
    const catalogInForce = await buildCatalogWith(changed);
    const { context, makeOrder, forms, requireKey } = await openKeyedWorld();
    const keys = new Map([['eip155:1', requireKey('eip155:1')]]);
    const priceOrder: typeof context.priceOrder = (bound) => {
      expect(bound.crypto).toEqual(coin('ETH'));
      return context.priceOrder(bound);
    };
    const signer = createSigner({ ...context, keys, priceOrder, catalog: () => catalogInForce });
    const honest = makeOrder('A', buildTerms('ETH', 29n * 10n ** 15n));
    makeOrder('B', buildTerms('ETH', 10n ** 18n));
    expect(await signer.clear(['A', 'B'])).toMatchObject({ value: new Map([['B', 'overvalued']]) });
    const paid = await signer.pay('eip155:1', createTransfer('eip155:1', honest.request), [honest]);
    expect(paid).toMatchObject({ kind: 'ok' });
    expect(forms).toHaveLength(1);
  });
});

describe('the amount of an output', () => {
  const PAYEE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const BITCOIN = coin('BTC').network.chain;

  async function openBitcoinWorld() {
    const world = await openKeyedWorld();
    const payment = world.makeOrder('A', buildTerms('BTC', 150_000n, PAYEE));
    await world.signer.clear(['A']);
    const payout = buildBitcoinPayout(world.requireKey(BITCOIN).address);
    return { ...world, payment, payout };
  }

  test('is fixed by the first form that spends the output: later requests with other amounts are refused', async () => {
    const { signer, payment, payout, forms } = await openBitcoinWorld();
    const [first, second, third] = payout.inputs;
    if (!first || !second || !third) throw new Error('three outputs are needed');
    const honest = await signer.pay(BITCOIN, payout, [payment]);
    expect(honest).toMatchObject({ kind: 'ok' });
    // The same outputs and sum, with a small amount claimed for another output: its signature would be valid for the true
    // amount.
    const lie = { ...payout, inputs: [{ ...first, units: '119999' }, { ...second, units: '1' }, third] };
    expect(await signer.pay(BITCOIN, lie, [payment])).toMatchObject(refused('order_changed'));
    const cancellation = { ...lie, outputs: [{ address: payout.outputs[1]?.address ?? '', units: '179000' }] };
    expect(await signer.cancel(BITCOIN, cancellation, ['A'])).toMatchObject(refused('order_changed'));
    expect(forms).toHaveLength(1);
    expect(RawTx.decode(Buffer.from(forms[0]?.bytes ?? '', 'hex')).inputs).toHaveLength(3);
  });

  test('is still known after a restart', async () => {
    const { context, signer, open, payment, payout, requireKey } = await openBitcoinWorld();
    await signer.pay(BITCOIN, payout, [payment]);
    const again = createSigner({
      ...context,
      record: await open(),
      keys: new Map([[BITCOIN, requireKey(BITCOIN)]]),
    });
    await again.clear(['A']);
    const inputs = payout.inputs.map((input) => ({ ...input, units: '60001' }));
    const outputs = payout.outputs.map((output, at) => (at === 0 ? output : { ...output, units: '29003' }));
    expect(await again.pay(BITCOIN, { ...payout, inputs, outputs }, [payment])).toMatchObject(refused('order_changed'));
  });
});

test('signs a new form for the same nonce of another paying address, unless the order already has a form', async () => {
  const { context, signer, makeOrder, open } = await openKeyedWorld();
  const [a, b] = [makeOrder('A'), makeOrder('B')];
  await signer.clear(['A', 'B']);
  const first = await signer.pay('eip155:1', createTransfer('eip155:1', a.request), [a]);
  expect(first).toMatchObject({ kind: 'ok', value: { orderNos: ['A'] } });
  const changed = openEvmKey(createVaryingSigner('5b'.repeat(32)), { network: 'eip155:1', chainId: 1 });
  const next = createSigner({ ...context, record: await open(), keys: new Map([['eip155:1', changed]]) });
  await next.clear(['A', 'B']);
  expect(await next.pay('eip155:1', createTransfer('eip155:1', b.request), [b])).toMatchObject({
    kind: 'ok',
    value: { orderNos: ['B'] },
  });
  // The new address does not pay the first order a second time.
  expect(await next.pay('eip155:1', { ...createTransfer('eip155:1', a.request), nonce: 6 }, [a])).toEqual(first);
});
