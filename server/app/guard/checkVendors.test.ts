import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startExchanges } from '../../../sandbox/exchanges/start.ts';
import { startMail } from '../../../sandbox/mail/start.ts';
import { productEnvironment } from '../../../sandbox/productEnvironment.ts';
import { startRates } from '../../../sandbox/rates/start.ts';
import { startStripe } from '../../../sandbox/stripe/start.ts';
import { startSumsub } from '../../../sandbox/sumsub/start.ts';
import { createSandboxClock } from '../../../sandbox/world/clock.ts';
import { createFaults } from '../../../sandbox/world/faults.ts';
import { configureVendors } from '../enabledVendors/configureVendors.ts';
import { chainVendors, vendors } from '../vendors.ts';

const NOWHERE = 'http://127.0.0.1:9';
const clock = createSandboxClock();
const faults = createFaults();
let dataDir: string;
let addresses: Readonly<Record<string, string>>;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slipway-asked-'));
  const world = (name: string) => ({ dataDir: join(dataDir, name), clock, faults, productUrl: NOWHERE });
  const [stripe, sumsub, exchanges, rates, mail] = await Promise.all([
    startStripe(world('stripe'), 0),
    startSumsub(world('sumsub'), 0),
    startExchanges(world('exchanges'), { kraken: 0, coinbase: 0, bitstamp: 0 }),
    startRates(world('rates'), 0),
    startMail(world('mail'), 0),
  ]);
  stops.push(...[stripe, sumsub, exchanges, rates, mail].map((part) => () => part.stop()));
  addresses = {
    STRIPE_API_URL: stripe.url,
    SUMSUB_API_URL: sumsub.url,
    KRAKEN_API_URL: exchanges.urls.kraken,
    OPEN_EXCHANGE_RATES_URL: rates.url,
    SMTP_URL: mail.url,
    BANK_FILES_FOLDER: dataDir,
  };
});

afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns a vendor's answer about the sandbox's credentials, or about others. */
function queryVendor(id: string, changes: Readonly<Record<string, string>> = {}) {
  const published = productEnvironment({
    sandboxPort: 1,
    productPort: 1,
    bankReceivedFolder: '',
    bankFilesFolder: dataDir,
  });
  const source = { ...published, ...addresses, ...changes };
  const surroundings = { now: clock.now, publicUrl: 'https://pay.example', tokenContracts: () => [] };
  const { on, problems } = configureVendors({ vendors, chainVendors }, source, [], surroundings);
  expect(problems.filter((line) => !line.includes('RPC_URL') && !line.includes('EVM_TREASURY_ADDRESS'))).toEqual([]);
  const vendor = on.find((one) => one.id === id);
  if (!vendor?.checkCredentials) throw new Error(`${id} is not on, or cannot be asked`);
  return vendor.checkCredentials();
}

test.each([
  ['stripe', 'test'],
  ['sumsub', 'test'],
  ['kraken', 'unknown'],
  ['openExchangeRates', 'unknown'],
  ['smtp', 'unknown'],
  ['folder', 'unknown'],
])('%s returns the environment that its credentials open', async (id, environment) => {
  expect(await queryVendor(id)).toEqual({ kind: 'ok', value: environment });
});

describe('refuses a credential that the vendor rejects, by its variable’s name', () => {
  test.each([
    ['stripe', { STRIPE_SECRET_KEY: 'sk_test_other' }, 'STRIPE_SECRET_KEY'],
    ['stripe', { STRIPE_PUBLISHABLE_KEY: 'pk_live_other' }, 'STRIPE_PUBLISHABLE_KEY belong to different environments'],
    ['sumsub', { SUMSUB_SECRET_KEY: 'another secret' }, 'SUMSUB_SECRET_KEY'],
    ['sumsub', { SUMSUB_APP_TOKEN: 'sbx:another' }, 'SUMSUB_APP_TOKEN'],
    ['kraken', { KRAKEN_API_KEY: 'another key' }, 'KRAKEN_API_KEY'],
    ['kraken', { KRAKEN_API_SECRET: 'YW5vdGhlcg==' }, 'KRAKEN_API_SECRET'],
  ])('%s: %o', async (id, changes, name) => {
    const answer = await queryVendor(id, changes);
    expect(answer).toMatchObject({ kind: 'refused', reason: expect.stringContaining(name) });
  });
});

test.each([
  ['stripe', { STRIPE_API_URL: NOWHERE }],
  ['sumsub', { SUMSUB_API_URL: NOWHERE }],
  ['kraken', { KRAKEN_API_URL: NOWHERE }],
  ['openExchangeRates', { OPEN_EXCHANGE_RATES_URL: NOWHERE }],
  ['smtp', { SMTP_URL: 'smtp://127.0.0.1:9' }],
  ['folder', { BANK_FILES_FOLDER: '/nowhere/at/all' }],
])('%s is unavailable, not refused, when it cannot be reached', async (id, changes) => {
  expect(await queryVendor(id, changes)).toMatchObject({ kind: 'unavailable' });
});
