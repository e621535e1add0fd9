import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertBlock } from '../account/blockStore.ts';
import { CommandError } from '../action/commandError.ts';
import { findRequest } from '../action/requests/requestStore.ts';
import { parseRowFields } from '../configuration/actions/parseRowFields.ts';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Database } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { formatCsv, formatTable } from '../platform/text/formatTable.ts';
import { insertOrder } from '../purchase/order/insertOrder.testing.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { findOrder } from '../purchase/order/orderStore.ts';
import { noMails, noPayouts, silentOrderMachine } from '../purchase/order/silentStepContext.testing.ts';
import { createEventApplier, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { quotedPriceVenue } from '../purchase/payment/steps/paymentStepContext.testing.ts';
import { emptyPriceBook } from '../purchase/quote/priceBook.ts';
import { createFixedScreening } from '../risk/fixedScreening.testing.ts';
import { createApprovingRunner, createCommandRunner, parseRequestNumber } from './commandLine/commandRunner.testing.ts';
import { approveAs, requestAs, testRootKeys } from './persons/testPersons.testing.ts';
import { executeOperatorRequests } from './requests/executeOperatorRequests.ts';
import { expectDoneAfterAnyCrash, runBetweenReadAndLock } from './requests/interruptedRequest.testing.ts';
import { exportTables } from './tables/exportTables.ts';

const { database } = await openOwnDatabase(6);
const settings = seededSettings();
const denied = new Set<string>();

beforeAll(async () => {
  await seedConfiguration(database, []);
});

const worker = {
  ...noPayouts,
  database,
  machine: silentOrderMachine,
  catalog: settings.catalog,
  prices: () => emptyPriceBook,
  venue: quotedPriceVenue,
  screening: { ...createFixedScreening(), isDenied: (address: string) => denied.has(address) },
  rules: settings.rules,
  riskRules: () => [],
  log: createLog('silent'),
};
const run = createCommandRunner(worker);

const runApproved = createApprovingRunner('ben', run);

const PAYMENT = { attemptId: 'att', paymentId: 'pi_1', units: 10_000n };
const AUTHORIZED = { ...PAYMENT, captureBefore: null };

/** Creates a card order in this status. */
async function createOrderAt(step: 'awaiting_payment' | 'capturing' | 'paid' | 'on_hold', euroCents = 10_000n) {
  const orderNo = randomUUID();
  const address = randomUUID();
  await database.run(sql`
    insert into buyers (id, email, kyc_level, verifier_reference, created_at)
    values (${orderNo}, ${`${orderNo}@example.com`}, 1, ${orderNo}, slipway_now())`);
  const id = await database.transaction((transaction) =>
    insertOrder(transaction, {
      ...exampleOrder,
      buyerId: orderNo,
      orderNo,
      quoteId: orderNo,
      address,
      euroCents,
      paymentDeadline: new Date(Date.now() + 900_000),
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    }),
  );
  const apply = createEventApplier(database, id);
  const status = async () => (await findOrder(database, orderNo))?.status;
  if (step === 'awaiting_payment') return { orderNo, address, status, apply };
  await apply('payment_submitted', { attemptId: 'att' });
  const risk = step === 'on_hold' ? ('hold' as const) : ('clear' as const);
  const assessment = { risk, riskRule: 'day_amount', identity: 'accepted' as const };
  await apply('payment_authorized', { ...AUTHORIZED, assessment });
  if (step === 'paid') await apply('payment_captured', { ...PAYMENT, acquirerFeeUnits: null });
  return { orderNo, address, status, apply };
}

describe('a command about an order', () => {
  test('clears a held order, which continues', async () => {
    const { orderNo, status } = await createOrderAt('on_hold');
    expect(await status()).toBe('on_hold');
    expect(await run('clear', [orderNo])).toBe(`${orderNo}: capturing`);
    expect(await status()).toBe('capturing');
  });

  test('refuses a held order, and voids its payment', async () => {
    const { orderNo, status } = await createOrderAt('on_hold');
    await run('refuse', [orderNo]);
    expect(await status()).toBe('voiding');
  });

  test.each([
    { command: 'refuse', at: 'on_hold' },
    { command: 'refund', at: 'on_hold' },
    { command: 'refund', at: 'paid' },
    { command: 'give-up', at: 'paid' },
  ] as const)('does not $command an order that is $at and was paid out before a restore', async ({ command, at }) => {
    const { orderNo, status } = await createOrderAt(at);
    await database.run(sql`
      insert into found_transactions (transaction_id, network, unsigned, bytes, found_at, order_nos)
      values (${`found ${orderNo}`}, 'eip155:1', '{}', '', clock_timestamp(), array[${orderNo}])`);
    await expect(run(command, [orderNo])).rejects.toThrow(`Its coins were sent in transaction found ${orderNo}`);
    expect(await status()).toBe(at);
  });

  test('releases a frozen order only when two people unfreeze it', async () => {
    const { orderNo, status } = await createOrderAt('paid');
    expect(await run('freeze', [orderNo])).toBe(`${orderNo}: on_hold`);
    for (const command of ['clear', 'refuse'] as const)
      await expect(run(command, [orderNo])).rejects.toThrow('unfreeze it first');
    const id = parseRequestNumber(await run('unfreeze', [orderNo]));
    await expect(run('refuse', [orderNo])).rejects.toThrow('unfreeze it first');
    await run('approve', [id], 'ben');
    await run('refuse', [orderNo]);
    expect(await status()).toBe('refunding');
  });

  test('refunds a paid order', async () => {
    const { orderNo, status } = await createOrderAt('paid');
    await run('refund', [orderNo]);
    expect(await status()).toBe('refunding');
  });

  describe('a refund of a paid order, which applies two events', () => {
    async function requestRefund() {
      const { orderNo, status } = await createOrderAt('paid');
      const id = await requestAs(database, { action: 'refund', subject: orderNo, input: {} });
      await approveAs(database, id, 'ben');
      const work = (given: Database) =>
        executeOperatorRequests({ ...noMails, ...worker, database: given, rootKeys: testRootKeys, isSandbox: true });
      return { id, work, status, expectEffect: async () => expect(await status()).toBe('refunding') };
    }

    test('is executed after a crash of the worker at any point', () =>
      expectDoneAfterAnyCrash(database, requestRefund));

    test('is executed once and reported as done with two concurrent workers', async () => {
      const { id, work, expectEffect } = await requestRefund();
      await runBetweenReadAndLock(database, 'from orders', work);
      await work(database);
      expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
      await expectEffect();
    });
  });

  test('gives up a purchase, with two people above the threshold, unless the order is held or nothing can be sold', async () => {
    const small = await createOrderAt('paid');
    expect(await run('give-up', [small.orderNo])).toBe(`${small.orderNo}: refunding`);
    const large = await createOrderAt('paid', 500_001n);
    const id = parseRequestNumber(await run('give-up', [large.orderNo]));
    expect(await large.status()).toBe('paid');
    await run('approve', [id], 'ben');
    expect(await large.status()).toBe('refunding');
    const held = await createOrderAt('on_hold');
    await expect(run('give-up', [held.orderNo])).rejects.toThrow('has no purchase to give up');
    const bare = await createOrderAt('paid');
    await expect(run('give-up', [bare.orderNo], 'anna', { 'sell-back': 'yes' })).rejects.toThrow('--sell-back');
  });

  test('holds an unpaid order as soon as its payment is authorized', async () => {
    const { orderNo, status, apply } = await createOrderAt('awaiting_payment');
    expect(await run('hold', [orderNo])).toBe(`${orderNo}: awaiting_payment`);
    expect((await findOrder(database, orderNo))?.holdRequested).toBe(true);
    await apply('payment_submitted', { attemptId: 'att' });
    await apply('payment_authorized', { ...AUTHORIZED, assessment: { risk: 'hold', identity: 'accepted' } });
    expect(await status()).toBe('on_hold');
  });

  test('clears a held order above the threshold once another person has approved', async () => {
    const { orderNo, status } = await createOrderAt('on_hold', 500_001n);
    const answer = await run('clear', [orderNo]);
    const id = /request (\d+) waits/.exec(answer)?.[1] ?? '';
    expect(await status()).toBe('on_hold');
    await expect(run('approve', [id], 'anna')).rejects.toThrow('your own');
    await run('approve', [id], 'ben');
    // The risk is cleared; the document is still required.
    expect(await status()).toBe('awaiting_identity');
    const history = await run('list', ['history']);
    expect(history.split('\n').find((line) => line.includes(orderNo))).toMatch(/anna\s+ben\s+clear/);
    await expect(run('approve', [id], 'ben')).rejects.toThrow('does not wait');
  });

  test('changes nothing when the second person rejects', async () => {
    const { orderNo, status } = await createOrderAt('on_hold', 900_000n);
    const id = parseRequestNumber(await run('refuse', [orderNo]));
    await run('reject', [id], 'ben');
    expect(await status()).toBe('on_hold');
  });

  test.each([
    ['clear', 'paid', 'it is not held'],
    ['refuse', 'paid', 'does not allow refuse'],
  ] as const)('%s of an order that is %s is refused with the reason', async (command, step, message) => {
    const { orderNo } = await createOrderAt(step);
    await expect(run(command, [orderNo])).rejects.toThrow(message);
  });

  test('refuses to clear an order whose address is denied', async () => {
    const { orderNo, address, status } = await createOrderAt('on_hold');
    denied.add(address);
    await expect(run('clear', [orderNo])).rejects.toThrow('on a deny list');
    expect(await status()).toBe('on_hold');
  });

  test('does not clear an order whose buyer is blocked during the assessment', async () => {
    const { orderNo, status } = await createOrderAt('on_hold');
    const id = await requestAs(database, { action: 'clear', subject: orderNo, input: {} });
    const block = { requestId: id, buyerId: orderNo, accountMark: Buffer.alloc(32, 7) };
    const venue: typeof quotedPriceVenue = {
      ...quotedPriceVenue,
      async getAsks(market) {
        await database.transaction((transaction) => insertBlock(transaction, block));
        return quotedPriceVenue.getAsks(market);
      },
    };
    const work = () =>
      executeOperatorRequests({ ...noMails, ...worker, venue, rootKeys: testRootKeys, isSandbox: true });
    await work();
    expect(await status()).toBe('on_hold');
    await work();
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('Its buyer is blocked'),
    });
  });

  test('shows the order’s events, and refuses an unknown identifier', async () => {
    const { orderNo } = await createOrderAt('on_hold');
    const text = await run('show', [orderNo]);
    expect(text).toContain('payment_authorized');
    await expect(run('show', ['NOPE'])).rejects.toThrow(CommandError);
  });
});

describe('configuration rows', () => {
  test('are set, listed and removed', async () => {
    await runApproved('set', [
      'partner',
      'blog',
      'name=A blog',
      'kind=partner_site',
      'origins=https://blog.example,https://b.example',
    ]);
    expect(await run('list', ['partner'])).toContain('https://b.example');
    await runApproved('set', ['partner', 'blog', 'share=0.02', 'enabled=false']);
    expect(await run('list', ['partner'])).toMatch(/0\.02/);
    await runApproved('remove', ['partner', 'blog']);
    expect(await run('list', ['partner'])).not.toContain('blog');
  });

  test('need two people, except for changes that only restrict', async () => {
    const id = parseRequestNumber(await run('set', ['fee', 'credit_debit_card/EUR', 'percent=0.05']));
    expect(await run('list', ['fee'])).not.toContain('0.05 ');
    expect(await run('approve', [id], 'ben')).toContain('percent 0.039 → 0.05');
    expect(await run('list', ['history'])).toMatch(/anna\s+ben\s+set\s+fee credit_debit_card\/EUR/);
    await run('set', ['denied-address', '0x00000000000000000000000000000000deadbeef', 'reason=reported']);
    expect(await run('list', ['denied-address'])).toContain('deadbeef');
    parseRequestNumber(await run('remove', ['denied-address', '0x00000000000000000000000000000000deadbeef']));
    const requests = await run('list', ['requests']);
    expect(requests).toContain('Delete denied-address 0x00000000000000000000000000000000deadbeef');
    expect(requests).not.toContain('fields');
    expect(await run('set', ['currency', 'THB', 'enabled=false'])).toContain('enabled true → false');
    parseRequestNumber(await run('set', ['currency', 'THB', 'enabled=true']));
  });

  test('have values of the types of their fields', () => {
    expect(parseRowFields('crypto', 'BTC', ['spread=0.02', 'decimals=8', 'hot=true', 'marketBase=none'])).toEqual({
      spread: '0.02',
      decimals: 8,
      hot: true,
      marketBase: null,
    });
    expect(parseRowFields('rule', 'minimumAge', ['21'])).toEqual({ value: 21 });
    expect(parseRowFields('rule', 'identityAboveEuro', ['500'])).toEqual({ value: '500' });
    expect(parseRowFields('country', 'IN', ['methods=bank_transfer', 'banned=false'])).toEqual({
      methods: ['bank_transfer'],
      banned: false,
    });
    expect(parseRowFields('risk-rule', 'x', ['enabled=false', 'above=3'])).toEqual({ enabled: false, above: '3' });
    expect(() => parseRowFields('crypto', 'BTC', ['spread'])).toThrow('FIELD=VALUE');
  });

  test('and other input are rejected if invalid, with a message that names what is accepted', async () => {
    await expect(run('list', ['everything'])).rejects.toThrow('currency, fee');
    await expect(run('set', ['crypto', 'BTC', 'spread=much'])).rejects.toThrow('plain decimal');
    await expect(run('settle', ['one'])).rejects.toThrow('not a number');
    await expect(run('import', ['/nowhere.xml'])).rejects.toThrow('cannot be read');
    await expect(run('export', ['ledger'], 'anna', { from: '2026-13-01' })).rejects.toThrow('not a day');
  });
});

describe('lists and exports', () => {
  test('show what an order pays as a decimal with its currency', async () => {
    const { orderNo } = await storeOrder(database);
    expect(await run('list', ['orders'])).toMatch(new RegExp(`^${orderNo} .* 100\\.00 +EUR +BTC`, 'm'));
  });

  test('list held orders first, then the newest, or only those of a status', async () => {
    const [held, older, newer] = [
      await createOrderAt('on_hold'),
      await createOrderAt('paid'),
      await createOrderAt('paid'),
    ];
    const orderNos = [newer, older, held].map(({ orderNo }): string => orderNo);
    const list = async (options = {}) => {
      const lines = (await run('list', ['orders'], 'anna', options)).split('\n');
      return lines.map((line) => line.split(' ')[0]).filter((orderNo = '') => orderNos.includes(orderNo));
    };
    expect(await list()).toEqual([held.orderNo, newer.orderNo, older.orderNo]);
    expect(await list({ status: 'paid' })).toEqual([newer.orderNo, older.orderNo]);
  });

  test.each(Object.keys(exportTables))(
    'export nothing of %s for a day without rows, and no unknown table',
    async (name) => {
      const nothing = { from: '2000-01-01', to: '2000-01-02' };
      expect(await run('export', [name], 'anna', nothing)).toBe('');
      await expect(run('export', [`${name}s`], 'anna', nothing)).rejects.toThrow(name);
    },
  );
});

describe('a swap of one coin into another', () => {
  const listSwapPostings = () =>
    database.many<{ account: string; asset: string; units: bigint }>(sql`
      select p.account, p.asset, p.units from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where t.key = 'swap:BITGO-1' order by p.id`);

  test('is booked once, from one account to another', async () => {
    const args = ['0.5', 'BTC', '0.4995', 'WBTC'];
    expect(await run('swap', args, 'anna', { reference: 'BITGO-1' })).toBe(
      '0.50000000 BTC at the venue were swapped into 0.49950000 WBTC at the wallet',
    );
    const wbtc = settings.catalog.cryptos.get('WBTC')?.asset.id;
    const btc = settings.catalog.cryptos.get('BTC')?.asset.id;
    const half = 500_000_000_000_000_000n;
    const rest = 499_500_000_000_000_000n;
    expect(await listSwapPostings()).toEqual([
      { account: 'trading', asset: btc, units: half },
      { account: 'asset:venue', asset: btc, units: -half },
      { account: 'asset:wallet', asset: wbtc, units: rest },
      { account: 'trading', asset: wbtc, units: -rest },
    ]);
    await expect(run('swap', args, 'anna', { reference: 'BITGO-1' })).rejects.toThrow('already booked');
    expect(await listSwapPostings()).toHaveLength(4);
    expect(await run('list', ['history'])).toContain('swap BITGO-1');
  });

  test.each([
    [['0.5', 'BTC', '0.5', 'WBTC'], {}, '--reference'],
    [['0.5', 'BTC', '0.5', 'NOPE'], { reference: 'r' }, 'no crypto NOPE'],
    [['0.5', 'BTC', '0.5', 'BTC'], { reference: 'r' }, 'both coins are the same'],
    [['-1', 'BTC', '0.5', 'WBTC'], { reference: 'r' }, 'is not an amount of BTC'],
    [['0.000000001', 'BTC', '0.5', 'WBTC'], { reference: 'r' }, 'is not an amount of BTC'],
    [['0', 'BTC', '0.5', 'WBTC'], { reference: 'r' }, 'is not an amount of BTC'],
    [['0.5', 'BTC', '0.5', 'WBTC'], { reference: 'r', from: 'mattress' }, 'not an account for swaps'],
    [[], { reference: 'r' }, 'give AMOUNT CRYPTO'],
  ])('%j with %j is refused with the reason', async (args, options, message) => {
    await expect(run('swap', args, 'anna', options)).rejects.toThrow(message);
  });
});

describe('printed tables', () => {
  test('align their columns', () => {
    expect(
      formatTable([
        { a: 1n, b: 'two' },
        { a: 22, b: null },
      ]),
    ).toBe('a   b\n--  ---\n1   two\n22');
    expect(formatTable([])).toBe('(none)');
  });

  test('contain no formula when printed as CSV', () => {
    expect(formatCsv([{ name: '=cmd()', amount: -5, text: 'a "b", c' }])).toBe(
      'name,amount,text\r\n\'=cmd(),-5,"a ""b"", c"\r\n',
    );
  });
});
