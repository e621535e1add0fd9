import { expect, test } from 'vitest';
import { readEnvironment } from '../server/platform/config/environment.ts';
import { productEnvironment } from './productEnvironment.ts';
import { sandboxPorts } from './world/ports.ts';

const WORLD = { sandboxPort: 9000, productPort: 7000, bankFilesFolder: '/data/sandbox/bank-files' };

test('has every variable that the server asks for, on the ports of this sandbox', () => {
  const environment = productEnvironment(WORLD);
  const read = readEnvironment({ ...environment, DATABASE_URL: 'postgres://localhost/slipway', SLIPWAY_SANDBOX: '1' });
  expect(read).toMatchObject({
    PUBLIC_URL: 'http://localhost:7000',
    STRIPE_API_URL: 'http://localhost:9001',
    STRIPE_SCRIPT_URL: 'http://localhost:9001/v3/stripe.js',
    SUMSUB_API_URL: 'http://localhost:9002',
    SMTP_URL: 'smtp://localhost:9007',
    POLYGON_RPC_URL: 'http://localhost:9011',
  });
});

test('says where the sanctions list lies', () => {
  expect(productEnvironment(WORLD)['SANCTIONS_LIST_URL']).toBe(
    `http://localhost:${sandboxPorts(9000).sanctions}/0xB10C/ofac-sanctioned-digital-currency-addresses/lists`,
  );
});

test('says where the bank’s files lie', () => {
  expect(productEnvironment(WORLD)['BANK_FILES_FOLDER']).toBe('/data/sandbox/bank-files');
});

test('never says anything that production would take', () => {
  const environment = productEnvironment(WORLD);
  expect(() => readEnvironment({ ...environment, DATABASE_URL: 'postgres://localhost/slipway' })).toThrow('PUBLIC_URL');
});
