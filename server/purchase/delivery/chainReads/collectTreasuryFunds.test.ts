import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/database/testDatabase.ts';
import { createLog } from '../../../platform/log/log.ts';
import { testPersonalKeys } from '../../../platform/personal/testPersonalKeys.testing.ts';
import { requireCrypto } from '../../catalog/catalog.ts';
import { insertOrder } from '../../order/insertOrder.testing.ts';
import { exampleOrder } from '../../order/orderArbitraries.testing.ts';
import { emptyPriceBook, type PriceBook } from '../../quote/priceBook.ts';
import { readPriceBook } from '../../quote/priceBookStore.ts';
import { createFakeChain } from '../fakeChain.testing.ts';
import { collectTreasuryFunds, subtractNeeds } from './collectTreasuryFunds.ts';

let testDatabase: TestDatabase;
let database: Database;
const { catalog } = seededSettings();
const ether = requireCrypto(catalog, 'ETH');
const book: PriceBook = {
  ...emptyPriceBook,
  networkFees: new Map([[ether.asset.id, { units: 7n, observedAt: new Date() }]]),
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { maxConnections: 4, personalKeys: testPersonalKeys() });
});

beforeEach(async () => {
  await database.run(sql`truncate treasury_funds, operator_alerts, orders cascade`);
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

function createWorld(floor = 0n) {
  const { chain, story } = createFakeChain(ether.network.chain, ether.asset);
  const sold = { ...catalog, cryptos: new Map([['ETH', { ...ether, treasuryFloorUnits: floor }]]) };
  const chains = new Map([[ether.network.chain, chain]]);
  const collect = () =>
    collectTreasuryFunds({ database, catalog: sold, chains, prices: () => book, log: createLog('silent') });
  const readFunds = async () => (await readPriceBook(database)).funds.get(ether.asset.id);
  return { chain, story, collect, readFunds };
}

async function storeOrder(status: string, heldFrom: string | null = null, captured = 10_000n): Promise<void> {
  const orderNo = randomUUID();
  const id = await database.transaction((transaction) =>
    insertOrder(transaction, {
      ...exampleOrder,
      buyerId: null,
      orderNo,
      quoteId: orderNo,
      receiveCurrency: 'ETH',
      receive: createAmount(ether.asset, 100n),
      paymentDeadline: new Date(Date.now() + 900_000),
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    }),
  );
  await database.run(sql`
    update orders set status = ${status}, held_from = ${heldFrom}, captured_units = ${captured.toString()}::numeric
    where id = ${id}`);
}

const listAlerts = () => database.many(sql`select kind, times, settled_at is null as "isOpen" from operator_alerts`);

describe('the funds that a treasury can deliver', () => {
  test('are the balance less what paid orders need, each with its fee', async () => {
    const { story, collect, readFunds } = createWorld();
    story.balance = 1_000n;
    for (const status of ['paid', 'converting', 'converted', 'capturing']) await storeOrder(status);
    await storeOrder('on_hold', 'converting');
    await collect();
    expect(await readFunds()).toMatchObject({ freeUnits: 1_000n - 5n * 107n, nativeFreeUnits: 1_000n - 5n * 107n });
    expect(await listAlerts()).toEqual([]);
  });

  test('ignore orders that are unpaid or will not be delivered', async () => {
    const { story, collect, readFunds } = createWorld();
    story.balance = 1_000n;
    await storeOrder('awaiting_payment', null, 0n);
    await storeOrder('authorizing', null, 0n);
    for (const status of ['delivered', 'refunding', 'refunded', 'cancelled', 'expired', 'failed'])
      await storeOrder(status);
    await storeOrder('on_hold', 'delivered');
    await storeOrder('on_hold', 'refunding');
    await collect();
    expect(await readFunds()).toMatchObject({ freeUnits: 1_000n });
  });

  test('in the native coin are reduced by the fees for every asset of the network', () => {
    const needs = [
      { asset: 'eip155:1/slip44:60', units: 50n, orders: 2 },
      { asset: 'eip155:1/erc20:0xA', units: 500n, orders: 3 },
      { asset: 'eip155:10/slip44:60', units: 9_000n, orders: 9 },
    ];
    const about = {
      native: 'eip155:1/slip44:60',
      network: 'eip155:1',
      getFee: (id: string) => (id.includes('erc20') ? 10n : 4n),
    };
    const free = { asset: 2_000n, native: 1_000n };
    expect(subtractNeeds(free, needs, { ...about, asset: 'eip155:1/erc20:0xA' })).toEqual({
      asset: 1_500n,
      native: 912n,
    });
    expect(subtractNeeds({ asset: 1_000n, native: 1_000n }, needs, { ...about, asset: about.native })).toEqual({
      asset: 912n,
      native: 912n,
    });
  });

  test.each([
    ['they are used up', 0n, 0n],
    ['they are below the floor', 500n, 600n],
    ['they do not cover a network fee', 6n, 0n],
  ])('raise one alert while %s, and settle it once there is enough', async (_name, balance, floor) => {
    const { story, collect } = createWorld(floor);
    story.balance = balance;
    await collect();
    await collect();
    expect(await listAlerts()).toEqual([{ kind: 'treasury_low', times: 1, isOpen: true }]);
    story.balance = 10n ** 24n;
    await collect();
    expect(await listAlerts()).toEqual([{ kind: 'treasury_low', times: 1, isOpen: false }]);
  });

  test('are unknown before the first reading, and unchanged by a failed one', async () => {
    const { chain, story, collect, readFunds } = createWorld();
    const { readBalances } = chain;
    chain.readBalances = async () => ({ kind: 'unavailable', retryAfterMs: 0, detail: 'the node is away' });
    await collect();
    expect((await readFunds())?.observedAt.getTime()).toBe(0);
    chain.readBalances = readBalances;
    await collect();
    const read = await readFunds();
    expect(read?.freeUnits).toBe(story.balance);
    chain.readBalances = async () => ({ kind: 'unavailable', retryAfterMs: 0, detail: 'the node is away' });
    await collect();
    expect(await readFunds()).toEqual(read);
  });
});
