import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { vendors } from '../../server/app/vendors.ts';
import { type PriceExchangeId, priceExchangeIds } from '../../server/providers/venue/ccxt/publicLimits.ts';
import { drawEgress } from './drawEgress.ts';
import { findOutboundFiles, opensConnection, outboundFiles } from './outboundFiles.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('docs/egress.md equals the tables', () => {
  expect(readFileSync(`${ROOT}docs/egress.md`, 'utf8'), 'run npm run draw').toBe(drawEgress());
});

test('only the listed files open connections', () => {
  expect(findOutboundFiles(ROOT)).toEqual(Object.keys(outboundFiles).toSorted());
});

describe('a source', () => {
  test.each([
    ["await fetch('https://example.org')"],
    ["import { request } from 'node:https';"],
    ["import { connect } from 'node:net';"],
    ["import { execFile } from 'node:child_process';"],
    ["const { exec } = await import('node:child_process');"],
    ["import { createPublicClient, http } from 'viem';"],
    ["import pg from 'pg';"],
    ["new WebSocket('wss://example.org')"],
    ["await import(import.meta.resolve('ccxt'))"],
  ])('with %s opens a connection', (source) => {
    expect(opensConnection(source)).toBe(true);
  });

  test.each([
    ["import type { IncomingMessage } from 'node:http';"],
    ["import { isIP, type LookupFunction } from 'node:net';"],
    ["import { getAddress } from 'viem';"],
    ["import type { Pool } from 'pg';"],
    ['prefetch(1)'],
  ])('with %s opens no connection', (source) => {
    expect(opensConnection(source)).toBe(false);
  });
});

/** Compares with the addresses in the vendor's own files, except those in comments, which are documentation. */
test.each(vendors.filter(({ id, hosts }) => hosts.length > 0 && !isExchange(id)))(
  'the hosts of $id are those of its adapter',
  ({ family, id, hosts }) => {
    const written = ['manifest.ts', 'config.ts']
      .map((file) => `${ROOT}server/providers/${family}/${id}/${file}`)
      .filter((path) => existsSync(path))
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .filter((line) => !/^\s*(?:\*|\/\/|\/\*\*|hosts:|source:)/.test(line) && !/checkoutUrl|scriptUrl/.test(line))
      .flatMap((line) => [...line.matchAll(/'(https:\/\/[^/'`]+)/g)].map(([, host]) => host));
    expect(new Set(hosts)).toEqual(new Set(written));
  },
);

test.each(vendors.filter(({ id }) => isExchange(id)))('the hosts of $id are those of its library', async (vendor) => {
  const { openExchange } = await import('../../server/providers/venue/ccxt/exchange.ts');
  const [exchangeId] = vendor.id.split('-');
  const { urls, hostname = '' } = openExchange(exchangeId as PriceExchangeId, {});
  const { public: address } = urls.api as { readonly public: string };
  expect(vendor.hosts).toEqual([new URL(address.replace('{hostname}', hostname)).origin]);
});

function isExchange(id: string): boolean {
  return priceExchangeIds.some((exchange) => id === exchange || id === `${exchange}-prices`);
}
