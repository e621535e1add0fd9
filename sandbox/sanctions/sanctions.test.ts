import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandboxClock, type SandboxClock } from '../world/clock.ts';
import { createFaults, faultSchema } from '../world/faults.ts';
import { EXTRACT_PATH } from './extractPath.ts';
import { INITIALLY_LISTED } from './initiallyListed.ts';
import { parsePayableAddress } from './payableAddress.ts';
import { type SanctionsStandIn, startSanctions } from './start.ts';

const UNLISTED_ADDRESS = { address: '0x52908400098527886E0F7030069857D2E4169EE7', ticker: 'ETH' } as const;

const faults = createFaults();
let dataDir: string;
let clock: SandboxClock;
let standIn: SanctionsStandIn;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slipway-sanctions-'));
  clock = createSandboxClock();
  standIn = await start();
});

afterEach(async () => {
  await standIn.stop();
  await rm(dataDir, { recursive: true });
});

function start(): Promise<SanctionsStandIn> {
  return startSanctions({ dataDir, clock, faults, productUrl: 'http://127.0.0.1:9' }, 0);
}

async function read(ticker: string, headers: Record<string, string> = {}) {
  const url = `${standIn.url}${EXTRACT_PATH}/sanctioned_addresses_${ticker}.txt`;
  const answer = await fetch(url, { headers });
  const { status } = answer;
  return {
    status,
    lines: (await answer.text()).split('\n'),
    tag: answer.headers.get('etag') ?? '',
    date: answer.headers.get('last-modified'),
  };
}

describe('the lists', () => {
  test('contain one address per line, with an ETag and without a date', async () => {
    const file = await read('XBT');
    expect(file).toMatchObject({ status: 200, lines: [...(INITIALLY_LISTED['XBT'] ?? []), ''] });
    expect(file.tag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(file.date).toBeNull();
    expect((await read('XBT', { 'if-none-match': file.tag })).status).toBe(304);
    expect((await read('ETH', { 'if-none-match': file.tag })).status).toBe(200);
  });

  test.each(['DOGE', 'constructor', 'XBT.txt/..'])('do not exist for %s', async (ticker) => {
    expect((await read(ticker)).status).toBe(404);
  });

  test('contain only addresses that the product can read, except one', () => {
    for (const [ticker, addresses] of Object.entries(INITIALLY_LISTED)) {
      expect(addresses).toEqual(addresses.toSorted());
      const readable = addresses.filter((address) => parsePayableAddress(address) !== undefined);
      expect(readable.length).toBe(ticker === 'USDT' ? addresses.length - 1 : addresses.length);
    }
  });
});

describe('a change', () => {
  test('creates a new edition of its list only', async () => {
    const [before, other] = [await read('ETH'), await read('XBT')];
    expect(await standIn.add(UNLISTED_ADDRESS)).toBe(true);
    const added = await read('ETH');
    expect(added.lines).toContain(UNLISTED_ADDRESS.address);
    expect(added.tag).not.toBe(before.tag);
    await standIn.remove(UNLISTED_ADDRESS.address);
    const removed = await read('ETH');
    expect(removed).toMatchObject({ lines: before.lines, tag: before.tag });
    expect(await read('XBT')).toEqual(other);
  });

  test('creates no edition if it has no effect', async () => {
    const before = await read('ETH');
    expect(await standIn.add({ address: '0x769fA59e474e1110BEFe1fAA2CfaAd7CD8b0c25D', ticker: 'ETH' })).toBe(false);
    expect(await standIn.remove(UNLISTED_ADDRESS.address)).toBe(false);
    expect(await read('ETH')).toEqual(before);
  });

  test('removes an address from every list in any spelling', async () => {
    const address = '0x769fA59e474e1110BEFe1fAA2CfaAd7CD8b0c25D';
    expect(standIn.listed()).toContainEqual({ address, tickers: ['ETH', 'USDC'] });
    expect(await standIn.remove(address.toLowerCase())).toBe(true);
    expect((await read('USDC')).lines).toEqual(['']);
    expect((await read('ETH')).lines).not.toContain(address);
  });

  test('is kept over a restart', async () => {
    await standIn.add(UNLISTED_ADDRESS);
    const before = await read('ETH');
    await standIn.stop();
    clock.advance(3 * 86_400);
    standIn = await start();
    expect(await read('ETH')).toEqual(before);
  });
});

test('a new stand-in keeps its initial lists over a restart', async () => {
  const before = await read('XBT');
  await standIn.stop();
  clock.advance(3 * 86_400);
  standIn = await start();
  expect(await read('XBT')).toEqual(before);
});

test('the publisher can be unavailable or send an empty list', async () => {
  const { tag } = await read('XBT');
  faults.replace([faultSchema.parse({ standIn: 'sanctions', effect: 'answer_503' })]);
  expect((await read('XBT')).status).toBe(503);
  faults.replace([faultSchema.parse({ standIn: 'sanctions', effect: 'list_empty' })]);
  const empty = await read('XBT');
  expect(empty).toMatchObject({ status: 200, lines: [''] });
  expect(empty.tag).not.toBe(tag);
  expect((await read('XBT')).tag).toBe(tag);
});

test.each([
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'XBT', undefined],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'XBT', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'XBT', undefined],
  ['0x52908400098527886e0f7030069857d2e4169ee7', 'ETH', UNLISTED_ADDRESS.address],
])('parses %s as an address of %s', (text, ticker, spelled) => {
  expect(parsePayableAddress(text)).toEqual({ address: spelled ?? text, ticker });
});

test.each(['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', '0x52908400098527886E0F7030069857D2E4169Ee7', 'vitalik.eth', ''])(
  'rejects %j as an address',
  (text) => {
    expect(parsePayableAddress(text)).toBeUndefined();
  },
);
