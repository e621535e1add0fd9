import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { formatSampleRootKeys } from '../../../sandbox/world/samplePersons.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { readEnvironment } from '../../platform/config/environment.ts';
import { getNativeAsset } from '../../purchase/catalog/catalog.ts';
import { configureVendors } from '../enabledVendors/configureVendors.ts';
import { chainVendors, vendors } from '../vendors.ts';
import { findSecretWeakness } from './findSecretWeakness.ts';
import { findSecretFaults, findStartFaults } from './findStartFaults.ts';

const { catalog } = seededSettings();
const networks = catalog.networks.map((network) => ({ ...network, nativeAsset: getNativeAsset(catalog, network) }));

/** Settings of an operator; every value was generated for this test. */
const LIVE = {
  PUBLIC_URL: 'https://buy.example',
  DATABASE_URL: 'postgres://localhost/slipway',
  SLIPWAY_SECRET: 'f0a91c6be27d4583b1e6c09d7a5f2384e8b7160d9c3a4f52',
  PERSONAL_DATA_KEYS: '2026a:8d0c2b7f41e95a63c7d81f24b06e93a57c4fd2168b3e09a5d7126cf84be03d19',
  STRIPE_SECRET_KEY: 'sk_live_51Nq8ZkR2vXw7Tb',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Nq8ZkR2vXw7Tb',
  STRIPE_WEBHOOK_SECRET: 'whsec_Qz7Lw2Xn9Rb4Tk6Vd1',
  KRAKEN_API_KEY: 'Xk93LqPz07vTrWm2yB5nHc81',
  KRAKEN_API_SECRET: 'Zk3RvX9sQm1wL0yTn7bHc84pUj2dGf6K',
  SMTP_URL: 'smtps://shop:pw@mail.example:465',
  MAIL_FROM: 'shop@buy.example',
  BITCOIN_RPC_URL: 'http://10.0.0.7:8332/wallet/treasury',
  BITCOIN_TREASURY_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ETHEREUM_RPC_URL: 'https://node.example/v3/abc',
  EVM_TREASURY_ADDRESS: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
};

function faults(changes: Readonly<Record<string, string | undefined>>): readonly string[] {
  const source = Object.fromEntries(
    Object.entries({ ...LIVE, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const { environment, problems } = readEnvironment(source);
  if (!environment || problems.length > 0) throw new Error(problems.join('\n'));
  const surroundings = {
    now: () => new Date(),
    publicUrl: 'https://pay.example',
    tokenContracts: () => [],
  };
  const survey = configureVendors({ vendors, chainVendors }, source, networks, surroundings);
  expect(survey.problems).toEqual([]);
  return findStartFaults(environment, survey.on);
}

test('accepts a configuration for real buyers', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ METRICS_TOKEN: 'b7Xq29Lm4Tz81Rk0', SMTP_URL: 'smtp://mail.example:587?requireTLS=true' })).toEqual(
    [],
  );
});

test('never reports a random secret as guessable', () => {
  for (let drawn = 0; drawn < 2_000; drawn++) {
    expect(findSecretWeakness(randomBytes(32).toString('hex'))).toBeUndefined();
    expect(findSecretWeakness(`whsec_${randomBytes(24).toString('base64url')}`)).toBeUndefined();
  }
});

describe('reports by variable name:', () => {
  test('a cell whose letter has another origin in CELLS, in the sandbox too', () => {
    const CELLS = 'E=https://buy.example,U=https://us.buy.example';
    expect(faults({ CELL: 'E', CELLS })).toEqual([]);
    const line = 'CELLS says that the cell U is at https://us.buy.example, and PUBLIC_URL at https://buy.example';
    expect(faults({ CELL: 'U', CELLS })).toEqual([`${line}: one of them is wrong`]);
    expect(faults({ CELL: 'U', CELLS, SLIPWAY_SANDBOX: '1' }).join()).toContain(line);
  });

  test('a test key together with real networks', () => {
    expect(faults({ STRIPE_SECRET_KEY: 'sk_test_51Nq8ZkR2vXw7Tb' })).toEqual([
      'STRIPE_SECRET_KEY (Stripe) is play money, and these are real: KRAKEN_API_KEY (Kraken account), network bitcoin, network ethereum',
    ]);
    expect(faults({ STRIPE_SECRET_KEY: 'rk_test_51Nq8ZkR2vXw7Tb' })).toHaveLength(1);
  });

  test('a sandbox credential of the verifier together with real networks', () => {
    const [line, ...others] = faults({
      SUMSUB_APP_TOKEN: 'sbx:Rk81Zq7Lm4Tx29Vb0Wn',
      SUMSUB_SECRET_KEY: 'Vn42Lq8Zt7Rk1Xb90Wm',
      SUMSUB_WEBHOOK_SECRET: 'Tz81Rk0b7Xq29Lm4Wn',
      SUMSUB_LEVEL: 'basic',
    });
    expect(line).toContain('SUMSUB_APP_TOKEN (Sumsub) is play money');
    expect(others).toEqual([]);
  });

  test.each([
    ['bitcoin', { BITCOIN_NETWORK: 'testnet' }],
    ['bitcoin', { BITCOIN_NETWORK: 'regtest' }],
    ['ethereum', { ETHEREUM_CHAIN_ID: '11155111' }],
    ['ethereum', { ETHEREUM_CHAIN_ID: '31337' }],
  ])('live keys together with test network %s', (network, change) => {
    const [line] = faults(change);
    expect(line).toContain(`network ${network} is play money, and these are real: STRIPE_SECRET_KEY (Stripe)`);
  });

  test.each([
    ['STRIPE_API_URL', 'http://stripe.example', 'must be an https:// address'],
    ['ETHEREUM_RPC_URL', 'http://node.example', 'must be an https:// address'],
    ['BITCOIN_RPC_URL', 'http://203.0.114.9:8332', 'must be an https:// address'],
    ['ECB_RATES_URL', 'http://rates.example/daily.xml', 'must be an https:// address'],
    ['SMTP_URL', 'smtp://mail.example', '?requireTLS=true'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=false', '?requireTLS=true'],
    ['SMTP_URL', 'smtp://mail.example?requireTLS=true&ignoreTLS=true', 'ignoreTLS'],
    ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', 'tls.rejectUnauthorized'],
  ])('%s=%s', (name, address, message) => {
    const [line, ...others] = faults({ [name]: address });
    expect(line).toMatch(new RegExp(`^${name} must (?:be|not carry)`));
    expect(line).toContain(message);
    expect(others).toEqual([]);
  });

  test.each([
    'http://localhost:1',
    'http://192.168.3.4:1',
    'http://[fd00::7]:1',
    'http://geth:8545',
    'http://geth.internal',
  ])('no http:// address in a private network: %s', (address) => {
    expect(faults({ ETHEREUM_RPC_URL: address })).toEqual([]);
  });

  const ALERT_WEBHOOK_SECRET = ['whsec', 'V2hvIGNhbiByZWFkIHRoaXMgaGFzIHRpbWUu'].join('_');

  test('an alert webhook without TLS', () => {
    const findUrlFaults = (ALERT_WEBHOOK_URL: string) => faults({ ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET });
    expect(findUrlFaults('http://alerts.example/slipway')).toEqual([
      'ALERT_WEBHOOK_URL must be an https:// address: http:// is only for private networks',
    ]);
    expect(findUrlFaults('http://pager.internal/slipway')).toEqual([]);
    expect(findUrlFaults('https://alerts.example/slipway')).toEqual([]);
  });

  test('an alert webhook without its secret or the reverse, a malformed secret, and malformed recipients of alerts', () => {
    const url = { ALERT_WEBHOOK_URL: 'https://alerts.example/slipway' };
    expect(() => faults(url)).toThrow('ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET go together');
    expect(() => faults({ ALERT_WEBHOOK_SECRET })).toThrow('go together');
    for (const secret of ['whsec_', 'whsec_c2hvcnQ=', 'V2hvIGNhbiByZWFkIHRoaXMgaGFzIHRpbWUu'])
      expect(() => faults({ ...url, ALERT_WEBHOOK_SECRET: secret })).toThrow('ALERT_WEBHOOK_SECRET must be whsec_');
    expect(() => faults({ ALERT_MAIL: 'duty@example.com, nobody' })).toThrow('ALERT_MAIL must be addresses');
  });

  test('more than fifty recipients of alerts', () => {
    const list = (count: number) => ({
      ALERT_MAIL: Array.from({ length: count }, (_, n) => `a${n}@example.com`).join(),
    });
    expect(faults(list(50))).toEqual([]);
    expect(() => faults(list(51))).toThrow('ALERT_MAIL must have at most 50 addresses');
  });

  test('push keys that are incomplete, of two pairs, or malformed', () => {
    const { publicKey: WEB_PUSH_PUBLIC_KEY, privateKey: WEB_PUSH_PRIVATE_KEY } = webPush.generateVAPIDKeys();
    const all = { WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY, WEB_PUSH_SUBJECT: 'mailto:duty@example.com' };
    expect(faults(all)).toEqual([]);
    for (const name of Object.keys(all))
      expect(() => faults({ ...all, [name]: '' })).toThrow(
        'WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY and WEB_PUSH_SUBJECT go together: set all, or none',
      );
    const other = webPush.generateVAPIDKeys().privateKey;
    expect(() => faults({ ...all, WEB_PUSH_PRIVATE_KEY: other })).toThrow('is not that of WEB_PUSH_PUBLIC_KEY');
    expect(() => faults({ ...all, WEB_PUSH_PRIVATE_KEY: 'short' })).toThrow('npm run push-keys');
    expect(() => faults({ ...all, WEB_PUSH_SUBJECT: 'duty@example.com' })).toThrow(
      'must be a mailto: or https: address',
    );
  });

  test('people of the sandbox as first admins', () => {
    expect(faults({ OPERATOR_ROOT_KEYS: formatSampleRootKeys(['anna']) })).toEqual([
      "OPERATOR_ROOT_KEYS names the sandbox's anna, whose key is public",
    ]);
    expect(() => faults({ OPERATOR_ROOT_KEYS: 'anna=placeholder' })).toThrow('OPERATOR_ROOT_KEYS must be NAME=KEY');
  });

  test('keys of personal data and former secrets that are published, guessable or malformed', () => {
    const sandbox = '21fbe105e5982fcb6ae779b01e99b3538bb4922583e88626b24642e4da1ec387';
    const own = LIVE.PERSONAL_DATA_KEYS;
    expect(faults({ PERSONAL_DATA_KEYS: `${own},sandbox:${sandbox.toUpperCase()}` })).toEqual([
      "PERSONAL_DATA_KEYS (sandbox) is the sandbox's, which is public",
    ]);
    expect(faults({ PERSONAL_DATA_KEYS: `b:${'ab'.repeat(32)}` })).toEqual([
      expect.stringMatching(/^PERSONAL_DATA_KEYS \(b\) repeats itself/),
    ]);
    for (const malformed of ['', 'a', `a:${'f'.repeat(63)}`, `A B:${'f'.repeat(64)}`, `${own},`])
      expect(() => faults({ PERSONAL_DATA_KEYS: malformed })).toThrow(
        /^PERSONAL_DATA_KEYS (?:must be ID:KEY|is missing)/,
      );
    expect(() => faults({ PERSONAL_DATA_KEYS: `${own},${own}` })).toThrow('PERSONAL_DATA_KEYS names one id twice');
    expect(faults({ SLIPWAY_FORMER_SECRETS: 'sandbox-slipway-secret-that-protects-nothing' })).toEqual([
      "SLIPWAY_FORMER_SECRETS is the sandbox's, which is public",
    ]);
    expect(() => faults({ SLIPWAY_FORMER_SECRETS: 'short' })).toThrow('SLIPWAY_FORMER_SECRETS must each have');
  });

  test('a well-known key of development tools', () => {
    const anvil = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
    for (const key of [anvil, `0x${anvil}`, `0x${anvil.toUpperCase()}`]) {
      expect(findSecretFaults({ EVM_TREASURY_KEY: key })).toEqual([
        'EVM_TREASURY_KEY is a well-known key of development tools: anybody can take its coins',
      ]);
    }
    expect(findSecretFaults({ BITCOIN_TREASURY_KEY: anvil })).toHaveLength(1);
  });

  test.each([
    ['SLIPWAY_SECRET', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'repeats itself'],
    ['SLIPWAY_SECRET', 'k7Qz9k7Qz9k7Qz9k7Qz9k7Qz9k7Qz9k7Qz9', 'repeats itself'],
    ['SLIPWAY_SECRET', '0123456789abcdefghijklmnopqrstuvwxyz', 'common words or a sequence'],
    ['SLIPWAY_SECRET', 'replace-with-the-output-of-openssl-rand', 'common words or a sequence'],
    ['SLIPWAY_SECRET', 'correct-horse-battery-staple-password', 'common words or a sequence'],
    ['SLIPWAY_SECRET', 'aabbaabbabababbbaaabababbabaabbaabab', 'too few different characters'],
    ['METRICS_TOKEN', 'metrics-token-123', 'common words or a sequence'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_please-change-this-value', 'common words or a sequence'],
    ['EVM_TREASURY_KEY', '11'.repeat(32), 'repeats itself'],
    ['BITCOIN_TREASURY_KEY', `${'0'.repeat(63)}1`, 'too few different characters'],
  ])('%s=%s', (name, secret, why) => {
    const isKey = name.endsWith('_TREASURY_KEY');
    const [line, ...others] = isKey ? findSecretFaults({ [name]: secret }) : faults({ [name]: secret });
    expect(line).toContain(`${name} `);
    expect(line).toContain(why);
    expect(line).toContain('openssl rand -hex 32');
    expect(line).not.toContain(secret);
    expect(others).toEqual([]);
  });

  test('all faults at once, one line each', () => {
    const lines = faults({
      SLIPWAY_SECRET: 'a'.repeat(40),
      BASE_RPC_URL: 'http://base.example',
      STRIPE_SECRET_KEY: 'sk_test_51Nq8ZkR2vXw7Tb',
    });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['SLIPWAY_SECRET', 'BASE_RPC_URL', 'STRIPE_SECRET_KEY']);
  });
});

describe('the sandbox', () => {
  const LOCAL = Object.fromEntries(
    [
      ...Object.keys(LIVE),
      'STRIPE_API_URL',
      'STRIPE_SCRIPT_URL',
      'KRAKEN_API_URL',
      'ECB_RATES_URL',
      'SANCTIONS_LIST_URL',
    ]
      .filter((name) => name.endsWith('_URL') && !['DATABASE_URL', 'SMTP_URL'].includes(name))
      .map((name) => [name, 'http://localhost:9']),
  );
  const SANDBOX = {
    ...LOCAL,
    SLIPWAY_SANDBOX: '1',
    SMTP_URL: 'smtp://localhost:2525',
    STRIPE_SECRET_KEY: 'sk_test_sandbox_slipway',
    BITCOIN_NETWORK: 'regtest',
    ETHEREUM_CHAIN_ID: '31337',
    COINBASE_PRICES: 'off',
    BITSTAMP_PRICES: 'off',
  };

  test('accepts its published secrets and plain HTTP', () => {
    expect(faults(SANDBOX)).toEqual([]);
  });

  test('accepts only addresses of this machine, also for vendors’ default addresses', () => {
    expect(faults({ ...SANDBOX, STRIPE_API_URL: undefined, ETHEREUM_RPC_URL: 'https://node.example' })).toEqual([
      'STRIPE_API_URL must be on this machine or in a private network: SLIPWAY_SANDBOX=1 is only for the sandbox',
      'ETHEREUM_RPC_URL must be on this machine or in a private network: SLIPWAY_SANDBOX=1 is only for the sandbox',
    ]);
    expect(faults({ ...SANDBOX, PUBLIC_URL: 'http://buy.example' })).toHaveLength(1);
  });

  test('refuses to mix test and real networks', () => {
    expect(faults({ ...SANDBOX, ETHEREUM_CHAIN_ID: '1' })).not.toEqual([]);
  });
});
