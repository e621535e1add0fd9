import { getPayMethodTraits, isWalletMethod, payMethods } from '@slipway/contract/entities/payMethods.ts';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { getNativeAsset } from '../../purchase/catalog/catalog.ts';
import { chainVendors, vendors } from '../vendors.ts';
import { configureVendors } from './configureVendors.ts';
import { buildOffering, findSellingFaults } from './offering.ts';

const { catalog } = seededSettings();
const networks = catalog.networks.map((network) => ({ ...network, nativeAsset: getNativeAsset(catalog, network) }));
const ADDRESS = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_51Nq8ZkR2vXw7',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nq8ZkR2vXw7',
  STRIPE_WEBHOOK_SECRET: 'whsec_f83Kd02Lxz',
};
const KRAKEN = { KRAKEN_API_KEY: 'k3yOfKr4k3n', KRAKEN_API_SECRET: 'c2VjcmV0' };
const MAIL = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'shop@example.com' };
const ETHEREUM = { ETHEREUM_RPC_URL: 'https://node.example', EVM_TREASURY_ADDRESS: ADDRESS };

function survey(source: Readonly<Record<string, string>>) {
  const surroundings = {
    now: () => new Date(),
    publicUrl: 'https://pay.example',
    tokenContracts: () => [],
  };
  return configureVendors({ vendors, chainVendors }, source, networks, surroundings);
}

const listIds = (source: Readonly<Record<string, string>>) => survey(source).on.map(({ id }) => id);

describe('a vendor', () => {
  test('is off without its variables, and on if it needs none', () => {
    const { on, off, problems } = survey({});
    expect(problems).toEqual([]);
    expect(on.map(({ id }) => id)).toEqual(['kraken-prices', 'coinbase-prices', 'bitstamp-prices', 'ecb', 'ofac']);
    expect(off.join(' ')).toBe(
      `stripe folder sumsub kraken openExchangeRates file smtp moonpay coinbaseOnramp ramp transak ${networks.map(({ id }) => id).join(' ')}`,
    );
  });

  test('reports every missing variable when only some are set', () => {
    expect(survey({ STRIPE_SECRET_KEY: 'sk_live_x', SUMSUB_LEVEL: 'basic', KRAKEN_API_KEY: 'k' }).problems).toEqual([
      'STRIPE_PUBLISHABLE_KEY is missing',
      'STRIPE_WEBHOOK_SECRET is missing',
      'SUMSUB_APP_TOKEN is missing',
      'SUMSUB_SECRET_KEY is missing',
      'SUMSUB_WEBHOOK_SECRET is missing',
      'KRAKEN_API_SECRET is missing',
    ]);
    expect(survey({ STRIPE_API_URL: 'http://localhost:9' }).problems).toContain('STRIPE_SECRET_KEY is missing');
  });

  test('is not switched on by an optional variable', () => {
    expect(survey({ KRAKEN_TIER: 'pro' })).toMatchObject({ problems: [], off: expect.arrayContaining(['kraken']) });
    expect(survey({ ...KRAKEN, KRAKEN_TIER: 'highest' }).problems).toHaveLength(1);
  });

  test('reports the required form of a malformed variable without its value', () => {
    const { problems } = survey({ ...STRIPE, STRIPE_SECRET_KEY: 'hunter2', BANK_FILES_FOLDER: 'files' });
    expect(problems).toEqual([
      'STRIPE_SECRET_KEY must start with sk_ or rk_',
      'BANK_FILES_FOLDER must be an absolute path',
    ]);
  });

  test('shares an address variable with another vendor without being switched on by it', () => {
    expect(listIds({ KRAKEN_API_URL: 'http://localhost:9' })).toContain('kraken-prices');
    expect(listIds({ KRAKEN_API_URL: 'http://localhost:9' })).not.toContain('kraken');
    const venue = survey({ ...KRAKEN, KRAKEN_API_URL: 'http://localhost:9' }).on.find(({ id }) => id === 'kraken');
    expect(venue?.addresses).toEqual({ KRAKEN_API_URL: 'http://localhost:9' });
  });

  test('is switched off by its own variable when it needs no others', () => {
    expect(listIds({ COINBASE_PRICES: 'off', ECB_RATES: 'on' })).toEqual([
      'kraken-prices',
      'bitstamp-prices',
      'ecb',
      'ofac',
    ]);
    expect(survey({ COINBASE_PRICES: 'no' }).problems).toEqual(['COINBASE_PRICES must be on or off']);
  });

  test('replaces another vendor of the same family', () => {
    expect(listIds({ SANCTIONS_LIST_PATH: '/lists' })).toContain('file');
    expect(listIds({ SANCTIONS_LIST_PATH: '/lists' })).not.toContain('ofac');
  });
});

describe('a network', () => {
  test('is on with its node and its treasury address', () => {
    const { on, problems } = survey(ETHEREUM);
    expect(problems).toEqual([]);
    const chain = on.find(({ family }) => family === 'chain');
    expect(chain).toMatchObject({ id: 'ethereum', environment: 'live', secrets: {} });
  });

  test('is a test network if ETHEREUM_CHAIN_ID or BITCOIN_NETWORK names one', () => {
    const listEnvironments = (source: Readonly<Record<string, string>>) =>
      survey({ ...ETHEREUM, ...source }).on.map(({ id, environment }) => `${id} ${environment}`);
    expect(listEnvironments({ ETHEREUM_CHAIN_ID: '31337' })).toContain('ethereum test');
    expect(listEnvironments({ ETHEREUM_CHAIN_ID: '11155111' })).toContain('ethereum test');
    expect(listEnvironments({ ETHEREUM_CHAIN_ID: '424242' })).toContain('ethereum live');
    const bitcoin = {
      BITCOIN_RPC_URL: 'http://localhost:9',
      BITCOIN_TREASURY_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    };
    expect(listEnvironments(bitcoin)).toContain('bitcoin live');
    expect(listEnvironments({ ...bitcoin, BITCOIN_NETWORK: 'regtest' })).toContain('bitcoin test');
  });

  test.each([
    [{ BASE_RPC_URL: 'https://node.example' }, ['EVM_TREASURY_ADDRESS is missing']],
    [{ EVM_TREASURY_ADDRESS: ADDRESS }, ['EVM_TREASURY_ADDRESS is set, and no network that uses it has a node']],
    [{ BASE_CHAIN_ID: '8453', EVM_TREASURY_ADDRESS: ADDRESS }, expect.arrayContaining(['BASE_RPC_URL is missing'])],
    [{ BITCOIN_TREASURY_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, ['BITCOIN_RPC_URL is missing']],
    [
      { ...ETHEREUM, EVM_TREASURY_ADDRESS: '0xff' },
      ['EVM_TREASURY_ADDRESS must be an address, 0x and 40 digits in hexadecimal'],
    ],
    [
      { ...ETHEREUM, TESTCHAIN_RPC_URL: 'https://node.example' },
      ['TESTCHAIN_RPC_URL is set, and there is no network testchain with a native coin in the configuration'],
    ],
  ])('refuses %o', (source, problems) => {
    expect(survey(source).problems).toEqual(problems);
  });

  test('reports a field that an EVM network needs and its configuration row lacks', () => {
    const bare = networks.map((terms) => ({ ...terms, confirmations: undefined }));
    const surroundings = {
      now: () => new Date(),
      publicUrl: 'https://pay.example',
      tokenContracts: () => [],
    };
    expect(configureVendors({ vendors, chainVendors }, ETHEREUM, bare, surroundings).problems).toEqual([
      'network ethereum, confirmations is needed on an EVM network',
    ]);
  });

  test('is off without an adapter for its namespace, and its node is refused', () => {
    const stellar = { id: 'stellar', chain: 'stellar:pubnet', name: 'Stellar', nativeAsset: networks[0]?.nativeAsset };
    const surroundings = {
      now: () => new Date(),
      publicUrl: 'https://pay.example',
      tokenContracts: () => [],
    };
    const source = { STELLAR_RPC_URL: 'https://node.example' };
    const read = configureVendors(
      { vendors, chainVendors },
      source,
      [stellar as (typeof networks)[number]],
      surroundings,
    );
    expect(read.problems).toEqual(['STELLAR_RPC_URL is set, and there is no adapter for stellar:pubnet']);
  });
});

describe('selling', () => {
  const chainOfNetwork = new Map(catalog.networks.map(({ id, chain }) => [id, chain]));
  const missing = (source: Readonly<Record<string, string>>, hasTransferAccount = true) =>
    findSellingFaults(survey(source), vendors, { hasTransferAccount, doesSteps: true });

  test('reports everything missing at once: network, payment method, venue, prices, denied addresses and mail', () => {
    const lines = missing({ COINBASE_PRICES: 'off', BITSTAMP_PRICES: 'off', OFAC_LIST: 'off' });
    expect(lines).toEqual([
      expect.stringContaining('nothing can be delivered'),
      expect.stringMatching(/nothing can be paid: set Stripe \(STRIPE_SECRET_KEY.*BANK_FILES_FOLDER/),
      expect.stringMatching(/no order can be fulfilled: set Kraken account \(KRAKEN_API_KEY/),
      expect.stringContaining('there is no price without 2 sources'),
      expect.stringContaining('SANCTIONS_LIST_PATH'),
      expect.stringContaining('SMTP_URL'),
    ]);
  });

  test('does not report a vendor whose variables are incomplete as missing', () => {
    const lines = missing({ ...ETHEREUM, STRIPE_SECRET_KEY: 'sk_live_x', KRAKEN_API_KEY: 'k', SMTP_URL: 'mail' });
    expect(lines).toEqual([]);
  });

  test('needs only cards, or only transfers with an account of the operator', () => {
    const least = { ...KRAKEN, ...MAIL, ...ETHEREUM };
    expect(missing({ ...least, ...STRIPE })).toEqual([]);
    expect(missing({ ...least, BANK_FILES_FOLDER: '/bank' })).toEqual([]);
    expect(missing({ ...least, BANK_FILES_FOLDER: '/bank' }, false)).toContain(
      'a transfer needs a transfer-account in the configuration',
    );
    expect(missing(least)).toHaveLength(1);
  });

  test('needs no acquirer, node or venue when only other providers’ offers are sold', () => {
    const ramp = { RAMP_HOST_API_KEY: 'key', RAMP_ENVIRONMENT: 'live' };
    expect(missing({ ...MAIL, ...ramp })).toEqual([]);
    expect(buildOffering(survey({ ...MAIL, ...ramp }), chainOfNetwork)).toMatchObject({
      own: false,
      methods: new Set(),
    });
    // If the operator has a part of what its own sale needs, the other parts are reported as missing.
    expect(missing({ ...MAIL, ...ramp, ...ETHEREUM })).toHaveLength(2);
  });

  test('offers only wallets that the acquirer accepts', () => {
    const { on } = survey(STRIPE);
    const takingOne = { on: on.map((vendor) => ({ ...vendor, wallets: ['apple_pay'] })) };
    expect(buildOffering(takingOne, chainOfNetwork).methods).toEqual(new Set(['credit_debit_card', 'apple_pay']));
  });

  test('offers what the active vendors make possible', () => {
    expect(buildOffering(survey({ ...ETHEREUM, ...STRIPE }), chainOfNetwork)).toEqual({
      chains: new Set(['eip155:1']),
      methods: new Set(['credit_debit_card', ...payMethods.filter(isWalletMethod)]),
      identity: false,
      sendsFrom: expect.any(Function),
      own: true,
    });
    expect(buildOffering(survey({ BANK_FILES_FOLDER: '/bank' }), chainOfNetwork)).toEqual({
      chains: new Set(),
      methods: new Set(payMethods.filter((method) => getPayMethodTraits(method).money === 'received')),
      identity: false,
      sendsFrom: expect.any(Function),
      own: true,
    });
  });
});
