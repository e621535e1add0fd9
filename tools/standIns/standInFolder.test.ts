import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import type { GeneratedCredentials } from '../../sandbox/world/generateCredentials.ts';
import { configureVendors } from '../../server/app/enabledVendors/configureVendors.ts';
import { isPlayMoney } from '../../server/app/guard/findMixedEnvironments.ts';
import { findStartFaults } from '../../server/app/guard/findStartFaults.ts';
import { chainVendors } from '../../server/app/vendors.ts';
import { seededSettings } from '../../server/configuration/seededSettings.testing.ts';
import { readEnvironment } from '../../server/platform/config/environment.ts';
import { getNativeAsset } from '../../server/purchase/catalog/catalog.ts';
import { vendorsByRole } from '../deploy/readVariables.ts';
import { writeStandInFolder } from './standInFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-stand-ins-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeStandInFolder(folder, 8090);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const variables = (role: string) => parseEnv(read(`${role}.env`)) as Record<string, string>;

/** Values that an installation generates itself, for this test. */
const own = {
  PUBLIC_URL: 'https://buy.example',
  DATABASE_URL: 'postgres://localhost/slipway',
  SLIPWAY_SECRET: '5be24936fd0c817294b3cf0a91c6be27d4583b1e6c09d7a5f2384e8b7160d9c3',
  PERSONAL_DATA_KEYS: '2026a:8d0c2b7f41e95a63c7d81f24b06e93a57c4fd2168b3e09a5d7126cf84be03d19',
  SIGNER_SOCKET: '/run/slipway/signer.socket',
};

describe.each([
  ['api', 'stripe sumsub kraken-prices coinbase-prices bitstamp-prices ecb openExchangeRates ofac'],
  ['worker', 'stripe sumsub kraken kraken-prices coinbase-prices bitstamp-prices ecb openExchangeRates ofac smtp'],
] as const)('%s', (role, vendors) => {
  const source = { ...own, ROLE: role, ...variables(role) };
  const { catalog } = seededSettings();
  const networks = catalog.networks.map((network) => ({ ...network, nativeAsset: getNativeAsset(catalog, network) }));
  const surroundings = { now: () => new Date(), publicUrl: own.PUBLIC_URL, tokenContracts: () => [] };
  const survey = configureVendors({ vendors: vendorsByRole[role], chainVendors }, source, networks, surroundings);

  test('reaches every stand-in with valid keys and addresses', () => {
    const { environment, problems } = readEnvironment(source);
    expect([...problems, ...survey.problems]).toEqual([]);
    expect(survey.on.map(({ id }) => id).join(' ')).toBe(`${vendors} ${networks.map(({ id }) => id).join(' ')}`);
    if (!environment) throw new Error('malformed');
    expect(findStartFaults(environment, survey.on)).toEqual([]);
  });

  test('uses play money only, and no host except this machine', () => {
    expect(isPlayMoney(survey.on)).toBe(true);
    const addresses = survey.on.flatMap((vendor) => Object.values(vendor.addresses));
    expect(addresses.length).toBeGreaterThan(8);
    expect(addresses.filter((address) => new URL(address).hostname !== 'localhost')).toEqual([]);
  });
});

test('the signer has its own exchange key, and no secret of the identity check or the mail server', () => {
  const { KRAKEN_API_KEY, ...others } = variables('signer');
  expect(KRAKEN_API_KEY).toHaveLength(48);
  expect(KRAKEN_API_KEY).not.toBe(variables('worker')['KRAKEN_API_KEY']);
  expect(Object.keys(others).filter((name) => /^(?:SUMSUB|SMTP|MAIL)_/.test(name))).toEqual([]);
});

test("the treasury's keys and the paying addresses are those of the credentials", () => {
  const { treasury } = JSON.parse(read('credentials.json')) as GeneratedCredentials;
  expect(`0x${read('evm.key').trim()}`).toBe(treasury.evmPrivateKey);
  expect(read('bitcoin.key').trim()).toBe(treasury.bitcoinPrivateKey);
  expect(variables('worker')).toMatchObject({
    EVM_TREASURY_ADDRESS: treasury.evmAddress,
    BITCOIN_TREASURY_ADDRESS: treasury.bitcoinAddress,
  });
});

test('keeps the generated files, readable only by their owner', () => {
  const texts = () => readdirSync(folder).map((name) => read(name));
  const before = texts();
  writeStandInFolder(folder, 8090);
  expect(texts()).toEqual(before);
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(before.map(() => 0o600));
});
