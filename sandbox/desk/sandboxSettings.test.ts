import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSandboxSettings } from './sandboxSettings.ts';

test('uses the defaults for missing and empty variables', () => {
  expect(readSandboxSettings({ SANDBOX_PORT: '', OTHER: 'x' })).toEqual({
    port: 8090,
    dataDir: resolve('.data/sandbox'),
    databaseUrl: undefined,
    productUrl: 'http://localhost:8080',
    blockSeconds: undefined,
  });
});

test('uses the set variables, and the product’s port unless its URL is set', () => {
  const set = { SANDBOX_PORT: '9000', DATA_DIR: '/srv/x', PORT: '7000', SANDBOX_BLOCK_SECONDS: '0.5' };
  expect(readSandboxSettings(set)).toMatchObject({
    port: 9000,
    dataDir: '/srv/x/sandbox',
    productUrl: 'http://localhost:7000',
    blockSeconds: 0.5,
  });
  expect(readSandboxSettings({ ...set, PRODUCT_URL: 'https://buy.example/' }).productUrl).toBe('https://buy.example');
});

test('reports every error in one line', () => {
  const wrong = { SANDBOX_PORT: '65535', DATABASE_URL: 'mysql://x', PRODUCT_URL: 'file:///x' };
  expect(() => readSandboxSettings(wrong)).toThrow(/^SANDBOX_PORT: [^\n]*; DATABASE_URL: [^\n]*; PRODUCT_URL: [^\n]*$/);
});
