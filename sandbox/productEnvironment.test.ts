import { expect, test } from 'vitest';
import { configureVendors } from '../server/app/enabledVendors/configureVendors.ts';
import { findSecretFaults, findStartFaults } from '../server/app/guard/findStartFaults.ts';
import { chainVendors, vendors } from '../server/app/vendors.ts';
import { readSeedFolders, readSeeds, SEEDS_FOLDER } from '../server/configuration/readSeeds.ts';
import { seededSettings } from '../server/configuration/seededSettings.testing.ts';
import { readEnvironment } from '../server/platform/config/environment.ts';
import { getNativeAsset } from '../server/purchase/catalog/catalog.ts';
import { productEnvironment } from './productEnvironment.ts';
import { assignSandboxPorts } from './world/ports.ts';

const SECRET = /SECRET|_KEY$|TOKEN|APP_ID/;
const { catalog } = seededSettings();

function surveySandbox(source: Readonly<Record<string, string>>) {
  const networks = catalog.networks.map((network) => ({ ...network, nativeAsset: getNativeAsset(catalog, network) }));
  const surroundings = {
    now: () => new Date(),
    tokenContracts: () => [],
    publicUrl: 'http://localhost:8080',
    isSandbox: true,
  };
  return configureVendors({ vendors, chainVendors }, source, networks, surroundings);
}

const WORLD = {
  sandboxPort: 9000,
  productPort: 7000,
  bankFilesFolder: '/data/sandbox/bank-files',
  bankReceivedFolder: '/data/sandbox/bank-received',
};

test('has every variable that the server requires, with the ports of the sandbox', () => {
  const environment = productEnvironment(WORLD);
  const source = { ...environment, DATABASE_URL: 'postgres://localhost/slipway', SLIPWAY_SANDBOX: '1' };
  const { environment: own, problems } = readEnvironment(source);
  const survey = surveySandbox(source);
  expect([...problems, ...survey.problems, ...(own ? findStartFaults(own, survey.on) : [])]).toEqual([]);
  expect(survey.off).toEqual(['file']);
  const addresses = Object.assign({}, own, ...survey.on.map((vendor) => vendor.addresses)) as object;
  expect(addresses).toMatchObject({
    PUBLIC_URL: 'http://localhost:7000',
    STRIPE_API_URL: 'http://localhost:9001',
    STRIPE_SCRIPT_URL: 'http://localhost:9001/v3/stripe.js',
    SUMSUB_API_URL: 'http://localhost:9002',
    SMTP_URL: 'smtp://localhost:9007',
    POLYGON_RPC_URL: 'http://localhost:9011',
  });
});

test('uses the risk rules that ship with the product', async () => {
  const folders = productEnvironment(WORLD)['CONFIGURATION_SEEDS']?.split(',') ?? [];
  const isRule = ({ kind }: { readonly kind: string }) => kind === 'risk-rule';
  const rules = (await readSeedFolders([...folders, SEEDS_FOLDER])).filter(isRule);
  expect(rules).toEqual((await readSeeds(SEEDS_FOLDER)).filter(isRule));
});

test('contains the URL of the sanctions list', () => {
  expect(productEnvironment(WORLD)['SANCTIONS_LIST_URL']).toBe(
    `http://localhost:${assignSandboxPorts(9000).sanctions}/0xB10C/ofac-sanctioned-digital-currency-addresses/lists`,
  );
});

test('contains the folder of the bank’s files', () => {
  expect(productEnvironment(WORLD)['BANK_FILES_FOLDER']).toBe('/data/sandbox/bank-files');
});

/** Variables with keys that are public in pages and URLs and cannot be used to act as the operator. */
const PUBLIC_KEYS: ReadonlySet<string> = new Set([
  'STRIPE_PUBLISHABLE_KEY',
  'MOONPAY_PUBLISHABLE_KEY',
  'COINBASE_ONRAMP_KEY_ID',
  'RAMP_HOST_API_KEY',
  'RAMP_WEBHOOK_PUBLIC_KEY',
  'TRANSAK_API_KEY',
]);

test('contains no secret that a production start would accept', () => {
  const environment = productEnvironment(WORLD);
  const source = { ...environment, DATABASE_URL: 'postgres://localhost/slipway' };
  const { environment: own, problems } = readEnvironment(source);
  expect(problems.join()).toContain('PUBLIC_URL');
  if (!own) throw new Error('the variables themselves are well formed');
  // Only the console reads this secret.
  const consoleFaults = findSecretFaults({ OIDC_CLIENT_SECRET: environment['OIDC_CLIENT_SECRET'] });
  const refused = [...findStartFaults(own, surveySandbox(source).on), ...consoleFaults].join('\n');
  // Checks every secret of the sandbox by name: a new one must be added to the guard.
  for (const name of Object.keys(environment).filter((one) => SECRET.test(one) && !PUBLIC_KEYS.has(one)))
    expect(refused).toContain(`${name} is the sandbox's, which is public`);
});
