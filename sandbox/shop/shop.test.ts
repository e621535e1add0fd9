import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { PRINTS } from './prints.ts';
import { shopPage } from './shopPage.ts';
import { writeShopSeed } from './shopSeed.ts';
import { startShop } from './start.ts';

test.each(PRINTS)('$id is a picture of 12 by 12 pixels in the colours of its palette', ({ palette, pixels }) => {
  expect(pixels.map((row) => row.length)).toEqual(Array.from({ length: 12 }, () => 12));
  expect([...new Set(pixels.join(''))].toSorted()).toEqual(Object.keys(palette).toSorted());
});

test('the seed is a partner with the shop’s origin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-shop-'));
  afterAll(() => rm(folder, { recursive: true }));
  writeShopSeed(folder, 9017);
  const { shop } = JSON.parse(await readFile(join(folder, 'partners.json'), 'utf8')) as Record<
    string,
    { origins: string[] }
  >;
  expect(shop).toMatchObject({ kind: 'partner_site', origins: expect.arrayContaining(['http://localhost:9017']) });
});

test('the page loads the loader with the product’s hash, and allows only the loader and the frame', async () => {
  const product = fastify();
  afterAll(() => product.close());
  product.get('/embed/v1/integrity.json', async () => ({ '/embed/v1/loader.js': 'sha384-abc' }));
  const productUrl = await product.listen({ host: '127.0.0.1', port: 0 });
  const shop = await startShop(productUrl, 0);
  afterAll(shop.stop);
  const answer = await fetch(shop.url);
  expect(await answer.text()).toBe(shopPage({ productUrl, integrity: 'sha384-abc' }).markup);
  expect(answer.headers.get('content-security-policy')).toContain(
    `script-src 'self' ${productUrl}; frame-src ${productUrl};`,
  );
});
