import { createECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { catchRejection, createOwnerOnlyFolder, encodePem } from '../../providers/chain/keystore.testing.ts';
import { writeFakeTool } from '../../providers/chain/pkcs11Tool.testing.ts';
import { getNativeAsset } from '../../purchase/catalog/catalog.ts';
import { chainVendors } from '../vendors.ts';
import { configureKeys, findMisplacedKeys } from './configureKeys.ts';
import { openTreasuryKeys } from './openTreasuryKeys.ts';

const { catalog } = seededSettings();
const networks = catalog.networks.map((network) => ({ ...network, nativeAsset: getNativeAsset(catalog, network) }));
const EVM = networks.filter(({ chain }) => chain.startsWith('eip155:')).map(({ chain }) => chain);
const BITCOIN = networks.filter(({ chain }) => chain.startsWith('bip122:')).map(({ chain }) => chain);
const KEY = generateKey();
const PASSPHRASE = 'words of a test';
/** The first account of Anvil, Hardhat and Foundry. */
const DEVELOPMENT = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

function generateKey(): string {
  const curve = createECDH('secp256k1');
  curve.generateKeys();
  return curve.getPrivateKey('hex').padStart(64, '0');
}

let own: Awaited<ReturnType<typeof createOwnerOnlyFolder>>;
beforeAll(async () => {
  own = await createOwnerOnlyFolder();
});
afterAll(() => own.remove());

async function createKeyFile(key: string, passphrase = PASSPHRASE): Promise<{ file: string; passphrase: string }> {
  const name = key.slice(0, 8);
  return {
    file: await own.write(`${name}.pem`, encodePem(key, passphrase)),
    passphrase: await own.write('passphrase', PASSPHRASE),
  };
}

async function createTokenKey(key: string, token = 'treasury', pin = '1234') {
  const tool = await writeFakeTool(own, key);
  const pinFile = await own.write('pin', pin);
  const uri = `pkcs11:token=${token};id=%01?module-path=/usr/lib/token.so&pin-source=file:${pinFile}`;
  return { ...tool, uri };
}

/** Starts like the signer: reads the variables and opens the keys that they name. */
async function start(source: Readonly<Record<string, string>>, isSandbox = false) {
  const { keys: configured, problems } = configureKeys(chainVendors, source, networks);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const keys = await openTreasuryKeys(configured, { environment: source, isSandbox, log });
  return { keys, lines, networks: [...keys.keys()].toSorted() };
}

describe('the signer pays with a key', () => {
  test('from a file on one kind of network and a token on the other, and logs its addresses', async () => {
    const { file, passphrase } = await createKeyFile(KEY);
    const { uri, environment, calls } = await createTokenKey(KEY);
    const variables = { EVM_TREASURY_KEY_PKCS11: uri, BITCOIN_TREASURY_KEY_FILE: file };
    const started = await start({ ...environment, ...variables, TREASURY_PASSPHRASE_FILE: passphrase });
    expect(started.networks).toEqual([...EVM, ...BITCOIN].toSorted());
    const logEntries = started.lines.map((line): Record<string, unknown> => JSON.parse(line));
    expect(new Map(logEntries.map(({ network, treasuryAddress }) => [network, treasuryAddress]))).toEqual(
      new Map([...started.keys].map(([network, { address }]) => [network, address])),
    );
    // Three networks, one key: one call identifies the token's key, one signs.
    expect(await calls()).toHaveLength(2);
    expect(started.lines.join('')).not.toContain(KEY);
  });

  test('that has the same addresses from every source', async () => {
    const { file, passphrase } = await createKeyFile(KEY);
    const { uri, environment } = await createTokenKey(KEY);
    const sources: readonly Readonly<Record<string, string>>[] = [
      { EVM_TREASURY_KEY: KEY, BITCOIN_TREASURY_KEY: KEY },
      { EVM_TREASURY_KEY_FILE: file, BITCOIN_TREASURY_KEY_FILE: file, TREASURY_PASSPHRASE_FILE: passphrase },
      { EVM_TREASURY_KEY_PKCS11: uri, BITCOIN_TREASURY_KEY_PKCS11: uri },
    ];
    const addresses = await Promise.all(
      sources.map(async (source) => {
        const { keys } = await start({ ...environment, ...source });
        return [...keys].map(([network, { address }]) => `${network} ${address}`);
      }),
    );
    expect(addresses[1]).toEqual(addresses[0]);
    expect(addresses[2]).toEqual(addresses[0]);
    expect(new Set(addresses[0]?.map((line) => line.split(' ')[1])).size).toBe(2);
  });

  test('from the environment, and warns about it outside of the sandbox', async () => {
    const warning = { level: 40, variables: ['EVM_TREASURY_KEY'] };
    const warnings = async (isSandbox: boolean) =>
      (await start({ EVM_TREASURY_KEY: KEY }, isSandbox)).lines
        .map((line): { level: number } => JSON.parse(line))
        .filter(({ level }) => level >= 40);
    expect(await warnings(false)).toEqual([expect.objectContaining(warning)]);
    expect(await warnings(true)).toEqual([]);
  });
});

describe('the signer does not start', () => {
  const passphraseVariables = { TREASURY_PASSPHRASE_FILE: '/etc/slipway/passphrase' };
  const several = 'is set together with another source of the same key: set only one of them';
  test.each([
    [
      { EVM_TREASURY_KEY: KEY, EVM_TREASURY_KEY_FILE: '/k', ...passphraseVariables },
      [`EVM_TREASURY_KEY ${several}`, `EVM_TREASURY_KEY_FILE ${several}`],
    ],
    [{ BITCOIN_TREASURY_KEY_FILE: '/k' }, ['TREASURY_PASSPHRASE_FILE is missing']],
    [{ EVM_TREASURY_KEY_PKCS11: 'token' }, [expect.stringMatching(/^EVM_TREASURY_KEY_PKCS11 must be written like/)]],
    [{ EVM_TREASURY_KEY: 'key' }, ['EVM_TREASURY_KEY must be 32 bytes in hexadecimal']],
  ])('with %o', (source, problems) => {
    const found = configureKeys(chainVendors, source, networks);
    expect([...new Set(found.problems)]).toEqual(problems);
    expect(found.keys).toEqual([]);
  });

  test('with a passphrase and no key, and reports no problem', () => {
    expect(configureKeys(chainVendors, passphraseVariables, networks)).toEqual({ keys: [], problems: [] });
  });

  test('with keys that cannot be opened, and names each of them after a single try', async () => {
    const { file, passphrase } = await createKeyFile(KEY, 'other words');
    const { uri, environment, calls } = await createTokenKey(KEY, 'treasury', '9999');
    const variables = { EVM_TREASURY_KEY_PKCS11: uri, BITCOIN_TREASURY_KEY_FILE: file };
    const before = (await calls().catch(() => [])).length;
    const started = start({ ...environment, ...variables, TREASURY_PASSPHRASE_FILE: passphrase });
    const refusal = await catchRejection(started);
    expect(refusal.name).toBe('EnvironmentError');
    expect(refusal.message.split('\n').toSorted((a, b) => a.localeCompare(b))).toEqual([
      expect.stringMatching(/^BITCOIN_TREASURY_KEY_FILE leads to .* which TREASURY_PASSPHRASE_FILE does not open$/),
      expect.stringMatching(/^EVM_TREASURY_KEY_PKCS11 has a PIN in .* that the token rejects/),
    ]);
    const logins = (await calls()).slice(before).filter(({ pin }) => pin !== undefined);
    expect(logins).toHaveLength(1);
  });

  test('with two keys of one token and a wrong PIN, and tries the PIN only once', async () => {
    const { uri, environment, calls } = await createTokenKey(KEY, 'treasury', '9999');
    const before = (await calls().catch(() => [])).length;
    const variables = { EVM_TREASURY_KEY_PKCS11: uri, BITCOIN_TREASURY_KEY_PKCS11: uri.replace('%01', '%02') };
    const { message } = await catchRejection(start({ ...environment, ...variables }));
    expect(message).toContain('that the token rejects');
    expect(message).toContain('is not tried: another key on a token was refused');
    expect((await calls()).slice(before).filter(({ pin }) => pin !== undefined)).toHaveLength(1);
  });

  const published = [
    ['development tools', DEVELOPMENT],
    ['the sandbox on EVM networks', credentials.treasury.evmPrivateKey.replace(/^0x/, '')],
    ['the sandbox on Bitcoin', credentials.treasury.bitcoinPrivateKey],
  ] as const;
  test.each(published)('with a published key of %s from any source, except in the sandbox', async (_name, key) => {
    const { file, passphrase } = await createKeyFile(key);
    const { uri, environment } = await createTokenKey(key);
    const sources = [
      ['EVM_TREASURY_KEY', key],
      ['EVM_TREASURY_KEY_FILE', file],
      ['EVM_TREASURY_KEY_PKCS11', uri],
    ] as const;
    for (const [name, value] of sources) {
      const source = { ...environment, [name]: value, TREASURY_PASSPHRASE_FILE: passphrase };
      const fault = `${name} contains a published key: anyone can take its coins`;
      await expect(start(source)).rejects.toThrow(fault);
      expect((await start(source, true)).networks).toEqual(EVM.toSorted());
    }
  });
});

test('the example of the signer lists every source of a key and is valid as written', () => {
  const example = readFileSync(new URL('../../../docs/profiles/signer.env', import.meta.url), 'utf8');
  const all = networks.flatMap(({ id, chain }) => {
    const vendor = chainVendors.find(({ namespace }) => chain.startsWith(namespace));
    return Object.keys(vendor?.keyVariables(id.toUpperCase()) ?? {});
  });
  expect(all.filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
  const variables = Object.fromEntries(
    [...example.matchAll(/^([A-Z][A-Z0-9_]*)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(configureKeys(chainVendors, variables, networks)).toMatchObject({
    problems: [],
    keys: networks.map(({ chain: network }) => ({ network })),
  });
  const tokens = Object.fromEntries(
    [...example.matchAll(/^#(.+_PKCS11)=(.+)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(configureKeys(chainVendors, tokens, networks).problems).toEqual([]);
});

test('reports variables of treasury keys that are set in another process', () => {
  const source = {
    EVM_TREASURY_KEY: KEY,
    EVM_TREASURY_KEY_FILE: '/k',
    BITCOIN_TREASURY_KEY_PKCS11: 'pkcs11:',
    TREASURY_PASSPHRASE_FILE: '/p',
    ETHEREUM_CHAIN_ID: '1',
  };
  const names = findMisplacedKeys(chainVendors, source, networks).map((line) => line.split(' ')[0] ?? '');
  expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'BITCOIN_TREASURY_KEY_PKCS11',
    'EVM_TREASURY_KEY',
    'EVM_TREASURY_KEY_FILE',
    'TREASURY_PASSPHRASE_FILE',
  ]);
});
