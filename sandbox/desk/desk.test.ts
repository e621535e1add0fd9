import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/platform/database/testDatabase.ts';
import { createSmtpSender } from '../../server/providers/mail/smtp/smtp.ts';
import { type BankStandIn, startBank } from '../bank/start.ts';
import { createMarket } from '../exchanges/market.ts';
import { type MailStandIn, startMail } from '../mail/start.ts';
import { type SanctionsStandIn, startSanctions } from '../sanctions/start.ts';
import { type SumsubStandIn, startSumsub } from '../sumsub/start.ts';
import { createFaults } from '../world/faults.ts';
import { type DeskClock, openDeskClock } from './deskClock.ts';
import { DeskError, type SandboxControlContext } from './deskContext.ts';
import { FAULT_SWITCHES } from './faultSwitches.ts';
import { type Desk, startDesk } from './startDesk.ts';

const faults = createFaults();
const chainActs: unknown[] = [];
let dataDir: string;
let database: TestDatabase;
let clock: DeskClock;
let bank: BankStandIn;
let mail: MailStandIn;
let identity: SumsubStandIn;
let sanctions: SanctionsStandIn;
let desk: Desk;

const chains: SandboxControlContext['chains'] = {
  describe: () => [
    { network: 'base', rpcUrl: 'http://127.0.0.1:1/', assets: [{ symbol: 'ETH', contract: null, decimals: 18 }] },
  ],
  async balance(network, symbol, address) {
    if (network !== 'base') throw new DeskError(404, `There is no chain ${network}`);
    return address === '0x1' && symbol === 'ETH' ? '1.5' : '0';
  },
  fundings: () => [],
  async act(...act) {
    chainActs.push(act);
  },
  async drop(...dropped) {
    chainActs.push(['drop', ...dropped]);
  },
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slipway-desk-'));
  database = await createTestDatabase();
  clock = await openDeskClock(dataDir, database.url);
  const world = { dataDir, clock, faults, productUrl: 'http://127.0.0.1:1' };
  [mail, identity] = await Promise.all([startMail(world, 0), startSumsub(world, 0)]);
  sanctions = await startSanctions(world, 0);
  bank = await startBank(world, {
    filesFolder: join(dataDir, 'bank-files'),
    receivedFolder: join(dataDir, 'bank-received'),
  });
  const market = createMarket(clock).controls;
  const parts = {
    productUrl: world.productUrl,
    shopUrl: 'http://127.0.0.1:2',
    clock,
    faults,
    mail,
    identity,
    chains,
    market,
    sanctions,
  };
  desk = await startDesk({ ...parts, bank, standIns: [mail, identity] }, 0);
});

afterAll(async () => {
  await Promise.all([desk.stop(), bank.stop(), mail.stop(), identity.stop(), sanctions.stop()]);
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function sendRequest(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(desk.url + path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

async function readOffset(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ offset_seconds: string }>('select offset_seconds from clock');
    return Number(rows[0]?.offset_seconds);
  } finally {
    await client.end();
  }
}

describe('the mailbox', () => {
  test('shows the emails to an address, by API and on the page', async () => {
    const sender = createSmtpSender({ url: mail.url, from: 'no-reply@slipway.example' });
    await sender.send({
      messageId: '1',
      to: 'buyer@mail.example',
      subject: 'Code',
      text: '<b>123456</b> http://a.example/x',
    });
    expect(await sendRequest('GET', '/api/mailbox?to=Buyer@mail.example')).toMatchObject({
      status: 200,
      body: [{ subject: 'Code', text: '<b>123456</b> http://a.example/x' }],
    });
    const page = await (await fetch(`${desk.url}/mailbox?to=buyer@mail.example`)).text();
    expect(page).toContain('&lt;b&gt;123456&lt;/b&gt; <a href="http://a.example/x">');
    expect(await sendRequest('GET', '/api/mailbox?to=nobody@mail.example')).toEqual({ status: 200, body: [] });
    expect(await sendRequest('GET', '/api/mailbox')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^to: /) },
    });
  });
});

describe('the identity desk', () => {
  test('stores a verdict on an unknown buyer and refuses an invalid one', async () => {
    expect(await sendRequest('POST', '/api/identity/new@mail.example', { verdict: 'accepted' })).toMatchObject({
      status: 200,
      body: { applied: false },
    });
    expect(identity.books()).toMatchObject({ preparedVerdicts: { 'new@mail.example': 'accepted' } });
    expect(await sendRequest('POST', '/api/identity/new@mail.example', { verdict: 'maybe' })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^verdict: /) },
    });
  });
});

describe('the bank', () => {
  test('books a transfer of any amount', async () => {
    const transfer = { reference: 'SLIP-1', amount: '70.00', currency: 'eur' };
    expect(await sendRequest('POST', '/api/bank/transfers', transfer)).toMatchObject({
      status: 201,
      body: { reference: 'SLIP-1', amount: '70.00', currency: 'EUR', id: expect.any(String) },
    });
    await sendRequest('POST', '/api/bank/transfers', { reference: '', amount: 12, currency: 'JPY' });
    expect(await sendRequest('GET', '/api/bank/transfers')).toMatchObject({
      body: [{ amount: '12' }, { amount: '70.00' }],
    });
  });

  test('records the payer, writes the bank statement of a day, and shows both on the page', async () => {
    const payer = { payerName: '<Pat> Payer', payerAccount: 'gb82 west 1234 5698 7654 32' };
    expect(
      await sendRequest('POST', '/api/bank/transfers', { reference: 'P', amount: '1', currency: 'USD', ...payer }),
    ).toMatchObject({
      status: 201,
      body: { payerName: '<Pat> Payer', payerAccount: 'GB82WEST12345698765432' },
    });
    expect(await sendRequest('POST', '/api/bank/statements')).toMatchObject({
      status: 201,
      body: { name: expect.stringMatching(/^camt\.053-.*\.xml$/), message: expect.stringContaining('is written') },
    });
    expect((await sendRequest('POST', '/api/bank/statements', { day: 'today' })).status).toBe(400);
    expect(await sendRequest('GET', '/api/bank/refunds')).toEqual({ status: 200, body: [] });
    expect(await (await fetch(desk.url)).text()).toContain('&lt;Pat&gt; Payer');
  });

  test.each([
    [{ reference: 'a', amount: '1e3', currency: 'EUR' }, 'amount'],
    [{ reference: 'a', amount: '-1', currency: 'EUR' }, 'amount'],
    [{ reference: 'a', amount: '0.00', currency: 'EUR' }, 'amount'],
    [{ reference: 'a', amount: '1.001', currency: 'EUR' }, 'amount'],
    [{ reference: 'a', amount: '1.5', currency: 'JPY' }, 'amount'],
    [{ reference: 'a', amount: '1', currency: 'EURO' }, 'currency'],
    [{ amount: '1', currency: 'EUR' }, 'reference'],
  ])('refuses %j for its %s', async (transfer, field) => {
    const answer = await sendRequest('POST', '/api/bank/transfers', transfer);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(`${field}: `) } });
  });
});

describe('the clock', () => {
  test('moves the database and the stand-ins together, and is kept over a restart', async () => {
    expect(await sendRequest('POST', '/api/clock', { advanceSeconds: 3_600 })).toMatchObject({
      body: { offsetSeconds: 3_600 },
    });
    await sendRequest('POST', '/api/clock', { advanceSeconds: 60 });
    expect(await readOffset()).toBe(3_660);
    expect(clock.offsetSeconds()).toBe(3_660);
    const before = Date.now();
    const moved = clock.now().getTime() - 3_660_000;
    expect(moved).toBeGreaterThanOrEqual(before);
    expect(moved).toBeLessThanOrEqual(Date.now());
    expect((await openDeskClock(dataDir, database.url)).offsetSeconds()).toBe(3_660);
    expect((await openDeskClock(dataDir, undefined)).offsetSeconds()).toBe(3_660);
  });

  test('can be moved without a database, but not if its database is unreachable', async () => {
    const folder = join(dataDir, 'alone');
    const alone = await openDeskClock(folder, undefined);
    await alone.advanceEverything(10);
    expect((await openDeskClock(folder, undefined)).offsetSeconds()).toBe(10);
    const unreachable = await openDeskClock(folder, 'postgres://nobody@127.0.0.1:1/none');
    await expect(unreachable.advanceEverything(5)).rejects.toThrow('no clock was moved');
    expect(unreachable.offsetSeconds()).toBe(10);
  });

  test.each([-1, 0, 1.5, '60', 1e12])('refuses to advance by %j', async (advanceSeconds) => {
    expect(await sendRequest('POST', '/api/clock', { advanceSeconds })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^advanceSeconds: /) },
    });
  });
});

describe('faults', () => {
  test('are listed, replaced and used up', async () => {
    const fault = { standIn: 'stripe', call: '/v1/refunds', effect: 'lose_answer_after' };
    expect(await sendRequest('PUT', '/api/faults', [fault])).toEqual({
      status: 200,
      body: [{ ...fault, after: 0, times: 1 }],
    });
    expect(faults.take('stripe', ['lose_answer_after'], '/v1/refunds')).toMatchObject(fault);
    expect(await sendRequest('GET', '/api/faults')).toEqual({ status: 200, body: [] });
  });

  test('are refused, and change nothing, if they do not exist', async () => {
    await sendRequest('PUT', '/api/faults', [{ standIn: 'stripe', effect: 'hang' }]);
    const answer = await sendRequest('PUT', '/api/faults', [{ standIn: 'stripe', effect: 'explode' }]);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^0\.effect: /) } });
    expect(faults.list()).toHaveLength(1);
    await sendRequest('PUT', '/api/faults', []);
  });

  test('that the page offers are all different and valid', async () => {
    const all = FAULT_SWITCHES.flatMap(({ switches }) => switches.map(({ fault }) => fault));
    expect(new Set(all.map(({ standIn, call, effect }) => `${standIn} ${call} ${effect}`)).size).toBe(all.length);
    expect((await sendRequest('PUT', '/api/faults', all)).status).toBe(200);
    await sendRequest('PUT', '/api/faults', []);
  });
});

describe('chains and the market', () => {
  test('the chains are described, read and controlled', async () => {
    expect(await sendRequest('GET', '/api/chains')).toMatchObject({
      body: [{ network: 'base', assets: [{ symbol: 'ETH' }] }],
    });
    expect(await sendRequest('GET', '/api/chains/base/balance?symbol=ETH&address=0x1')).toMatchObject({
      body: { balance: '1.5' },
    });
    expect((await sendRequest('GET', '/api/chains/base/balance?symbol=ETH')).status).toBe(400);
    expect((await sendRequest('GET', '/api/chains/moon/balance?symbol=ETH&address=0x1')).status).toBe(404);
    chainActs.length = 0;
    expect((await sendRequest('POST', '/api/chains/base/pause')).status).toBe(200);
    expect((await sendRequest('POST', '/api/chains/base/reorg', { count: 3 })).status).toBe(200);
    expect((await sendRequest('POST', '/api/chains/base/explode')).status).toBe(404);
    const transaction = `0x${'ab'.repeat(32)}`;
    expect((await sendRequest('POST', '/api/chains/base/drop', { transaction })).status).toBe(200);
    expect((await sendRequest('POST', '/api/chains/base/drop', { transaction: '0xab' })).status).toBe(400);
    expect(chainActs).toEqual([
      ['base', 'pause', undefined],
      ['base', 'reorg', 3],
      ['drop', 'base', transaction],
    ]);
  });

  test('the market is changed and shows its state', async () => {
    expect((await sendRequest('POST', '/api/prices', { base: 'btc', percent: -12.5 })).status).toBe(200);
    expect((await sendRequest('POST', '/api/market/feeds', { exchange: 'kraken', feed: 'stale' })).status).toBe(200);
    expect((await sendRequest('POST', '/api/market/depth', { base: 'ETH', factor: 0.1 })).status).toBe(200);
    expect((await sendRequest('POST', '/api/market/fee', { inOwnToken: true })).status).toBe(200);
    expect(await sendRequest('GET', '/api/market')).toEqual({
      status: 200,
      body: {
        priceShifts: { BTC: -12.5 },
        feeds: { kraken: 'stale', coinbase: 'live', bitstamp: 'live' },
        depths: { ETH: 0.1 },
        thirdAssetFee: true,
      },
    });
    expect(await (await fetch(desk.url)).text()).toContain('Not as usual: BTC -12.5 %, kraken stale, ETH depth × 0.1');
  });

  test.each([
    ['/api/prices', { base: 'BTC', percent: -100 }, 'percent'],
    ['/api/prices', { base: 'NONE', percent: 1 }, 'base'],
    ['/api/market/feeds', { exchange: 'kraken', feed: 'odd' }, 'feed'],
    ['/api/market/depth', { base: 'BTC', factor: -1 }, 'factor'],
  ])('%s refuses %j', async (path, body, field) => {
    expect(await sendRequest('POST', path, body)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(`${field}: `) },
    });
  });
});

describe('the sanctions list', () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

  test('adds an address, shows it on the page and removes it', async () => {
    const added = await sendRequest('POST', '/api/sanctions', { address: address.toLowerCase() });
    expect(added).toMatchObject({ status: 201, body: { address, message: expect.stringContaining('is listed') } });
    expect((await sendRequest('POST', '/api/sanctions', { address })).status).toBe(200);
    expect((await sendRequest('GET', '/api/sanctions')).body).toContainEqual({ address, tickers: ['ETH'] });
    expect(await (await fetch(desk.url)).text()).toContain(`DELETE /api/sanctions/${address}`);
    expect((await sendRequest('DELETE', `/api/sanctions/${address}`, {})).status).toBe(200);
    expect((await sendRequest('GET', '/api/sanctions')).body).not.toContainEqual({ address, tickers: ['ETH'] });
    expect(await sendRequest('DELETE', `/api/sanctions/${address}`)).toEqual({
      status: 404,
      body: { error: `${address} is not listed` },
    });
  });

  test.each(['', 'somebody', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046', 'x'.repeat(500)])(
    'refuses %j and changes nothing',
    async (wrong) => {
      const before = await sendRequest('GET', '/api/sanctions');
      expect(await sendRequest('POST', '/api/sanctions', { address: wrong })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^address: /) },
      });
      expect(await sendRequest('GET', '/api/sanctions')).toEqual(before);
    },
  );
});

describe('the pages', () => {
  test('show all controls and load nothing from other hosts', async () => {
    const answer = await fetch(desk.url);
    const page = await answer.text();
    for (const text of [
      '4242 4242 4242 4242',
      'Mailbox',
      'Identity desk',
      'Bank transfer',
      'Clock',
      'Price shift',
      'Chains',
      'Sanctions list',
      'Faults',
    ])
      expect(page).toContain(text);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`${desk.url}/desk.js`)).headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  test('escape the query of the URL', async () => {
    const page = await (
      await fetch(`${desk.url}/mailbox?to=${encodeURIComponent('"><script>alert(1)</script>')}`)
    ).text();
    expect(page).not.toContain('<script>alert');
  });

  test('report an unknown chain and a malformed transaction', async () => {
    expect((await fetch(`${desk.url}/chains/moon/transactions/0x1`)).status).toBe(404);
    expect(await (await fetch(`${desk.url}/chains/base/transactions/xyz`)).text()).toContain('does not know');
  });
});

test('the API lists the records of every stand-in', async () => {
  expect(await sendRequest('GET', '/api/books')).toMatchObject({
    body: { mail: { letters: expect.any(Array) }, sumsub: expect.any(Object), bank: { transfers: expect.any(Array) } },
  });
});

test('the API reports a body that is not JSON and an unknown path', async () => {
  const broken = await fetch(`${desk.url}/api/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect([broken.status, await broken.json()]).toEqual([400, { error: 'The body is not JSON' }]);
  expect(await sendRequest('GET', '/api/nothing')).toEqual({
    status: 404,
    body: { error: 'There is no GET /api/nothing' },
  });
});
