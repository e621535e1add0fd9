import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSdnFile } from '../sdnFile.testing.ts';
import { ofacConfigSchema } from './manifest.ts';
import { createOfacSanctions } from './ofac.ts';

const BITCOIN = 'bc1qx7wz98x90ggxhhfy3ftnt4ek69y4l0fq6jky2t';
const EVM = '0x769fA59e474e1110BEFe1fAA2CfaAd7CD8b0c25D';

type Answer = (response: ServerResponse) => void;

const answers = new Map<string, Answer>();
let server: Server;
let baseUrl: string;

beforeEach(async () => {
  answers.clear();
  server = createServer((request, response) => {
    const respond = answers.get(request.url ?? '') ?? ((missing) => missing.writeHead(404).end('404: Not Found'));
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lists`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Publishes an address on a separate line, as the extract has them. */
function publish(ticker: string, address: string, headers: Record<string, string> = {}): void {
  answer(ticker, (response) => response.writeHead(200, headers).end(address && `${address}\n`));
}

function answer(ticker: string, how: Answer): void {
  answers.set(`/lists/sanctioned_addresses_${ticker}.txt`, how);
}

function fetchList(settings: Record<string, unknown> = {}) {
  const config = ofacConfigSchema.parse({ baseUrl, tickers: ['XBT', 'ETH'], ...settings });
  return createOfacSanctions(config).fetchList();
}

test('reads the publisher’s Bitcoin and EVM tickers by default, and rejects a malformed ticker', () => {
  const config = ofacConfigSchema.parse({});
  expect(config.baseUrl).toBe(
    'https://raw.githubusercontent.com/0xB10C/ofac-sanctioned-digital-currency-addresses/lists',
  );
  expect(config.tickers).toEqual(['XBT', 'ETH', 'USDT', 'USDC', 'ARB', 'BSC', 'ETC', 'BCH', 'BSV']);
  expect(config.minimumEntries).toEqual({ XBT: 1, ETH: 1 });
  expect(ofacConfigSchema.parse({ minimumEntries: { XBT: 300 } }).minimumEntries).toEqual({ XBT: 300, ETH: 1 });
  expect(ofacConfigSchema.safeParse({ tickers: ['../XBT'] }).success).toBe(false);
});

test('accepts a mirror’s URL with a trailing slash, and keeps its query', async () => {
  answers.set('/lists/sanctioned_addresses_XBT.txt?key=k', (response) => response.end(`${BITCOIN}\n`));
  expect(await fetchList({ baseUrl: `${baseUrl}/?key=k`, tickers: ['XBT'] })).toMatchObject({ kind: 'ok' });
});

describe('the version', () => {
  const date = (day: number) => ({ 'last-modified': `Fri, ${day} Nov 2026 00:35:17 GMT` });

  test('is the newest date, when every file has one', async () => {
    publish('XBT', BITCOIN, date(20));
    publish('ETH', EVM, date(13));
    expect(await fetchList()).toMatchObject({
      value: { version: '2026-11-20T00:35:17.000Z', publishedAt: new Date('2026-11-20T00:35:17Z') },
    });
  });

  test('is the ETag, when all files have the same', async () => {
    publish('XBT', BITCOIN, { etag: '"edition-7"' });
    publish('ETH', EVM, { etag: '"edition-7"' });
    expect(await fetchList()).toMatchObject({ value: { version: '"edition-7"' } });
  });

  test.each([
    ['the ETags differ', { etag: '"a"' }, { etag: '"b"' }],
    ['one file has no date', date(20), {}],
    ['a date is invalid', { 'last-modified': 'yesterday' }, { 'last-modified': 'yesterday' }],
  ])('is the hash, when %s', async (_when, ofBitcoin, ofEthereum) => {
    publish('XBT', BITCOIN, ofBitcoin);
    publish('ETH', EVM, ofEthereum);
    const hash = createHash('sha256').update(`${EVM}\n${BITCOIN}\n`).digest('hex');
    expect(await fetchList()).toMatchObject({ value: { version: hash, hash } });
  });
});

describe('is unavailable for', () => {
  beforeEach(() => {
    publish('XBT', BITCOIN);
    publish('ETH', EVM);
  });

  test.each<[string, Answer, string]>([
    ['is not there', (response) => response.writeHead(404).end(), 'sanctioned_addresses_ETH.txt is not there'],
    ['is forbidden', (response) => response.writeHead(403).end(), 'answered 403'],
    ['has moved', (response) => response.writeHead(302, { location: '/elsewhere' }).end(), 'TypeError'],
    ['is a partial answer', (response) => response.writeHead(206).end(EVM), 'answered 206'],
    [
      'is truncated',
      (response) => response.writeHead(200, { 'content-length': '99' }).write(EVM, () => response.destroy()),
      'TypeError',
    ],
    [
      'is an HTML page',
      (response) => response.end('<html>Sign in</html>\n'),
      'sanctioned_addresses_ETH.txt: line 1 is no address',
    ],
    ['is not text', (response) => response.end(Buffer.from([0xff, 0xfe, 0x30, 0x0a])), 'line 1 is not plain ASCII'],
    ['is too long', (response) => response.end(`${EVM}\n`.repeat(120_000)), 'more than 5000000 bytes'],
    ['is cut in an address', (response) => response.end(EVM.slice(0, 30)), 'sanctioned_addresses_ETH.txt is cut off'],
    ['is empty', (response) => response.end('\n'), 'sanctioned_addresses_ETH.txt has 0 addresses, fewer than 1'],
  ])('a file that %s', async (_fault, how, detail) => {
    answer('ETH', how);
    expect(await fetchList()).toEqual({
      kind: 'unavailable',
      retryAfterMs: 5_000,
      detail: expect.stringContaining(detail),
    });
  });

  test('a list below the operator’s minimum of entries', async () => {
    expect(await fetchList({ minimumEntries: { XBT: 2 } })).toMatchObject({
      kind: 'unavailable',
      detail: 'sanctioned_addresses_XBT.txt has 1 addresses, fewer than 2',
    });
  });

  test('the publisher’s Retry-After when the publisher sends one', async () => {
    answer('XBT', (response) => response.writeHead(503, { 'retry-after': '120' }).end());
    expect(await fetchList()).toMatchObject({ kind: 'unavailable', retryAfterMs: 120_000 });
  });
});

describe('an optional asset', () => {
  const optional = { tickers: ['XBT', 'USDC'], optionalTickers: ['USDC'] };

  test('may be missing, but not faulty', async () => {
    publish('XBT', BITCOIN);
    expect(await fetchList(optional)).toMatchObject({ kind: 'ok', value: { addresses: [BITCOIN] } });
    answer('USDC', (response) => response.writeHead(500).end());
    expect(await fetchList(optional)).toMatchObject({ kind: 'unavailable' });
    publish('USDC', 'oops');
    expect(await fetchList(optional)).toMatchObject({ kind: 'unavailable' });
    publish('USDC', EVM);
    expect(await fetchList(optional)).toMatchObject({ kind: 'ok', value: { addresses: [EVM, BITCOIN] } });
  });

  test('may be empty, unless the operator expects entries', async () => {
    publish('XBT', BITCOIN);
    publish('USDC', '');
    expect(await fetchList(optional)).toMatchObject({ kind: 'ok' });
    expect(await fetchList({ ...optional, minimumEntries: { USDC: 1 } })).toMatchObject({ kind: 'unavailable' });
  });

  test('does not make an empty list valid', async () => {
    expect(await fetchList({ tickers: ['USDC'], optionalTickers: ['USDC'] })).toMatchObject({
      kind: 'unavailable',
      detail: 'the list has no address at all',
    });
  });
});

describe("a mirror of OFAC's own file", () => {
  const publishSdn = (text: string) => answers.set('/SDN.XML', (response) => response.end(text));
  const fetchSdn = () => fetchList({ baseUrl: baseUrl.replace('lists', 'SDN.XML') });

  test('has the date in the file as its version', async () => {
    publishSdn(buildSdnFile({ publishedOn: '09/23/2026', listed: { XBT: [BITCOIN], ETH: [EVM] } }));
    expect(await fetchSdn()).toMatchObject({
      kind: 'ok',
      value: { source: 'ofac', version: '2026-09-23', publishedAt: new Date('2026-09-23'), addresses: [EVM, BITCOIN] },
    });
  });

  test('is unavailable when it is missing, or is another file', async () => {
    expect(await fetchSdn()).toMatchObject({ kind: 'unavailable', detail: 'the SDN file is not there' });
    publishSdn('<sdnList/>');
    expect(await fetchSdn()).toMatchObject({ kind: 'unavailable', detail: 'it is not the SDN file' });
  });
});
