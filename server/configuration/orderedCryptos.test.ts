import { randomUUID } from 'node:crypto';
import { orderStatuses } from '@slipway/contract/entities/order.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { etherInquiry, openTestGateway } from '../app/api/testGateway.testing.ts';
import { runCommand } from '../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../operator/persons/testPersons.testing.ts';
import type { Transaction } from '../platform/database/database.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { insertOrder } from '../purchase/order/insertOrder.testing.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { insertReservedOrder } from '../purchase/order/orderStore.ts';
import { reserveNothing } from '../risk/reserveNothing.testing.ts';
import { removeRow, seedConfiguration, setRow } from './changeConfiguration.ts';
import { lockConfiguration } from './configurationStore.ts';
import { seededSettings } from './seededSettings.testing.ts';

const decision = { who: 'anna', why: 'a test' };
const { catalog } = seededSettings();
const ether = requireCrypto(catalog, 'ETH');

/** The gateway keeps the catalog of its start, as any server does briefly after a change. */
const gateway = await openTestGateway();

beforeEach(async () => {
  await gateway.database.run(sql`truncate configuration, configuration_seeds, orders cascade`);
  await seedConfiguration(gateway.database, []);
});

afterAll(() => gateway.close());

function set(key: string, fields: Record<string, unknown>) {
  return gateway.database.transaction((transaction) => setRow(transaction, { kind: 'crypto', key, fields }, decision));
}

async function readRow(key: string): Promise<Record<string, unknown>> {
  const { value } = await gateway.database.one<{ value: Record<string, unknown> }>(
    sql`select value from configuration where kind = 'crypto' and key = ${key}`,
  );
  return value;
}

function buildOrderFor(receiveCurrency: string) {
  const orderNo = randomUUID();
  return {
    ...exampleOrder,
    buyerId: null,
    orderNo,
    quoteId: orderNo,
    receiveCurrency,
    submissionHash: Buffer.alloc(32),
    guestHash: null,
  };
}

async function insertOrderFor(transaction: Transaction, receiveCurrency: string): Promise<void> {
  await insertOrder(transaction, buildOrderFor(receiveCurrency));
}

async function orderEther(): Promise<string> {
  const submission = { ...etherInquiry, token: await gateway.fetchQuoteToken(), payMethod: 'credit_debit_card' };
  const { body } = await gateway.post('coinOrder', {
    ...submission,
    address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  });
  return body.respCode;
}

/** Resolves once a transaction waits for the lock on the configuration that another one holds. */
async function waitForBlockedTransaction(): Promise<void> {
  const waiting = () =>
    gateway.database.many(sql`
      select 1 from pg_locks where not granted and locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`);
  await expect.poll(waiting).toHaveLength(1);
}

/** Begins a transaction that stays open until `commit` is called. */
function openTransaction(work: (transaction: Transaction) => Promise<unknown>) {
  const done = Promise.withResolvers<void>();
  const committing = Promise.withResolvers<void>();
  const committed = gateway.database.transaction(async (transaction) => {
    await work(transaction);
    done.resolve();
    await committing.promise;
  });
  return {
    /** Resolves when the transaction has done its work and is still open. */
    open: Promise.race([done.promise, committed]),
    async commit() {
      committing.resolve();
      await committed;
    },
  };
}

const changes: readonly [string, Record<string, unknown>][] = [
  ['decimals', { decimals: 8 }],
  ['asset', { asset: 'slip44:61' }],
];

describe('a crypto that was ordered', () => {
  test.each(changes)('keeps its %s', async (field, change) => {
    expect(await orderEther()).toBe('200');
    const before = await readRow('ETH');
    const refused = `crypto ETH: there are orders for it, so its ${field} cannot be changed. Make a new row under another key, and set crypto ETH enabled=false`;
    await expect(set('ETH', change)).rejects.toThrow(refused);
    expect(await readRow('ETH')).toEqual(before);
  });

  test('keeps its decimals in every status of its only order', async () => {
    await gateway.database.transaction((transaction) => insertOrderFor(transaction, 'ETH'));
    for (const status of orderStatuses) {
      await gateway.database.run(sql`update orders set status = ${status}`);
      await expect(set('ETH', { decimals: 8 }), status).rejects.toThrow('there are orders for it');
    }
  });

  test('keeps its network, and so does a native coin', async () => {
    await gateway.database.transaction((transaction) => insertOrderFor(transaction, 'USDC'));
    const before = await readRow('USDC');
    await expect(set('USDC', { network: 'base' })).rejects.toThrow('so its network cannot be changed');
    expect(await readRow('USDC')).toEqual(before);
    await expect(set('ETH', { network: 'base' })).rejects.toThrow('network ethereum: ETH is not its native coin');
  });

  test('cannot be removed', async () => {
    await orderEther();
    await expect(
      gateway.database.transaction((transaction) => removeRow(transaction, { kind: 'crypto', key: 'ETH' }, decision)),
    ).rejects.toThrow('enabled=false');
  });

  test('may change in everything else, and accepts its unchanged values', async () => {
    await orderEther();
    await set('ETH', { spread: '0.05', enabled: false, decimals: 18, asset: 'slip44:60', network: 'ethereum' });
    expect(await readRow('ETH')).toMatchObject({ spread: '0.05', enabled: false, decimals: 18 });
  });

  test('may be replaced by a new row, as the refusal suggests', async () => {
    await orderEther();
    await set('ETH_NEW', { ...(await readRow('ETH')), decimals: 8 });
    await set('ETH', { enabled: false });
    expect(await readRow('ETH_NEW')).toMatchObject({ decimals: 8, enabled: true });
  });

  test('is not changed by the operator’s command line either', async () => {
    await orderEther();
    const { database } = gateway;
    await expect(
      runCommand(createCommandContext('anna', { database }), 'set', ['crypto', 'ETH', 'decimals=8']),
    ).rejects.toThrow('Make a new row under another key');
  });
});

describe('a crypto without an order', () => {
  test.each(changes)('may get another %s, which expires its earlier quotes', async (_field, change) => {
    await gateway.database.transaction((transaction) => insertOrderFor(transaction, 'BTC'));
    await set('ETH', change);
    expect(await readRow('ETH')).toMatchObject(change);
    // The server's own catalog does not know of the change yet.
    expect(await orderEther()).toBe('5003');
    expect(await orderEther()).toBe('5003');
    const { orders } = await gateway.database.one<{ orders: number }>(sql`select count(*) as orders from orders`);
    expect(orders).toBe(1);
  });

  test('keeps its quotes when other fields change', async () => {
    await set('ETH', { spread: '0.05', hot: false });
    expect(await orderEther()).toBe('200');
  });
});

describe('concurrent changes and orders', () => {
  test('a change waits for an order in progress and is refused', async () => {
    const ordering = openTransaction(async (transaction) => {
      const quote = { expireTime: Math.floor(Date.now() / 1000) + 60, crypto: ether, windowMs: 60_000 };
      expect(
        await insertReservedOrder(await reserveNothing(transaction, 'order'), buildOrderFor('ETH'), quote),
      ).toBeDefined();
    });
    await ordering.open;
    const changing = expect(set('ETH', { decimals: 8 })).rejects.toThrow('there are orders for it');
    await waitForBlockedTransaction();
    await ordering.commit();
    await changing;
  });

  test('an order waits for a change in progress and is refused', async () => {
    const changing = openTransaction(async (transaction) => {
      await lockConfiguration(transaction);
      await transaction.run(sql`
        update configuration set value = value || '{"decimals": 8}' where kind = 'crypto' and key = 'ETH'`);
    });
    await changing.open;
    const ordering = orderEther();
    await waitForBlockedTransaction();
    await changing.commit();
    expect(await ordering).toBe('5003');
  });

  test('leave no order in an asset other than that of its row', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => gateway.fetchQuoteToken()));
    const submit = async (token: string) => {
      const submission = { ...etherInquiry, token, payMethod: 'credit_debit_card' };
      const { body } = await gateway.post('coinOrder', {
        ...submission,
        address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      });
      return body.respCode;
    };
    const [changed, ...codes] = await Promise.all([
      set('ETH', { decimals: 8 }).then(
        () => true,
        () => false,
      ),
      ...tokens.map(submit),
    ]);
    expect(new Set(codes)).toEqual(new Set([changed ? '5003' : '200']));
    expect(await readRow('ETH')).toMatchObject({ decimals: changed ? 8 : 18 });
  });
});

test('accepts no decimals in the row of a currency: they come from ISO 4217', async () => {
  const kind = 'currency';
  await expect(
    gateway.database.transaction((transaction) =>
      setRow(transaction, { kind, key: 'EUR', fields: { decimals: 3 } }, decision),
    ),
  ).rejects.toThrow('Unrecognized key');
});
