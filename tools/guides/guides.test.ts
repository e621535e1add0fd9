import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTypeFault, linkAllPackages } from '../release/typeCheckTree.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES =
  /^(?:contract|money|server|look|web|console|embed|sandbox|e2e|tools|docs|deploy|\.github|[^/]*\.(?:md|json|ts|js|yaml))(?:\/|$)/;
const NOT_COPIED = /(?:^|\/)(?:node_modules|dist)(?:\/|$)|\.png$/;

const METHODS_GUIDE = 'docs/adding-a-payment-method.md';
const NETWORKS_GUIDE = 'docs/adding-a-network.md';
const BRAND_NAME = 'A method with a brand name';
const SHIPPED = 'An EVM network that comes with the product';

const run = promisify(execFile);
let copy: string;
let changed: Readonly<Record<'method' | 'wallet' | 'network' | 'drawn', readonly string[]>>;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'slipway-guides-'));
  await cp(ROOT, copy, {
    recursive: true,
    filter: (source) => {
      const path = relative(ROOT, source);
      return path === '' || (SOURCES.test(path) && !NOT_COPIED.test(path));
    },
  });
  await linkAllPackages(ROOT, copy);
  fileHashes = await hashFiles();
  const drawFiles = () => Promise.all([runNode('web/tools/brandMarks.ts'), runNode('tools/draw.ts')]);
  changed = {
    method: await findChangedFiles(addMethod),
    wallet: await findChangedFiles(addWallet),
    network: await findChangedFiles(addNetwork),
    drawn: await findChangedFiles(drawFiles),
  };
});

afterAll(() => rm(copy, { recursive: true, force: true }));

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(join(copy, file), 'utf8');
  const after = change(before);
  expect(after, file).not.toBe(before);
  await writeFile(join(copy, file), after);
}

const addRows = (file: string, rows: Readonly<Record<string, unknown>>) =>
  edit(file, (text) => `${JSON.stringify({ ...JSON.parse(text), ...rows }, null, 2)}\n`);

/** Inserts a line before the first line that begins with `end` after `start`. */
const insertLine = (file: string, start: string, end: string, line: string) =>
  edit(file, (text) => {
    const at = text.indexOf(`\n${end}`, text.indexOf(start));
    return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
  });

const runNode = (...args: readonly string[]) => run(process.execPath, args, { cwd: copy, maxBuffer: 2 ** 26 });

async function hashFiles(): Promise<ReadonlyMap<string, string>> {
  const files = globSync('**/*', { cwd: copy, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(copy, join(entry.parentPath, entry.name)));
  const hash = async (file: string) =>
    [
      file,
      createHash('sha256')
        .update(await readFile(join(copy, file)))
        .digest('hex'),
    ] as const;
  return new Map(await Promise.all(files.map(hash)));
}

let fileHashes: ReadonlyMap<string, string>;

/** Returns the files that the steps change, sorted. */
async function findChangedFiles(steps: () => Promise<unknown>): Promise<readonly string[]> {
  await steps();
  const [before, after] = [fileHashes, await hashFiles()];
  fileHashes = after;
  return [...after]
    .filter(([file, hash]) => before.get(file) !== hash)
    .map(([file]) => file)
    .toSorted();
}

type Listed = { readonly byHand: readonly string[]; readonly drawn: readonly string[] };

/** Returns the files that the tables of some sections list, sorted. */
async function readListedFiles(guide: string, ...headings: readonly string[]): Promise<Listed> {
  const page = await readFile(join(ROOT, guide), 'utf8');
  const sections = page.split(/^## /m).filter((part) => headings.some((heading) => part.startsWith(`${heading}\n`)));
  expect(sections.length).toBe(headings.length);
  const rows = sections.flatMap((section) => [...section.matchAll(/^\s*\| `([^`]+)` \| (drawn by)?/gm)]);
  const list = (isDrawn: boolean) =>
    rows.flatMap(([, file = '', mark]) => ((mark !== undefined) === isDrawn ? [file] : [])).toSorted();
  return { byHand: list(false), drawn: list(true) };
}

const countFiles = ({ byHand, drawn }: Listed) => byHand.length + drawn.length;

async function addMethod(): Promise<void> {
  await insertLine(
    'contract/entities/payMethods.ts',
    'export const methodTraits',
    '} as const',
    "  test_method: { ...wallet, label: 'Pix', money: 'received', priced: 'at_receipt', needsKnownBuyer: true, payPage: '/payment-status' },",
  );
  await addRows('server/configuration/seeds/fees.json', {
    'test_method/BRL': { percent: '0.019', fixed: '0.00', minimum: '4.90' },
  });
}

async function addWallet(): Promise<void> {
  await insertLine(
    'contract/entities/payMethods.ts',
    'export const methodTraits',
    '} as const',
    "  test_wallet: { ...wallet, label: 'Samsung', wallet: { expressButton: 'testPay' } },",
  );
  await addRows('server/configuration/seeds/fees.json', {
    'test_wallet/EUR': { percent: '0.039', fixed: '0.30', minimum: '3.99' },
  });
  await insertLine('server/providers/card/stripe/wallets.ts', 'stripeWallets', '};', "  test_wallet: 'test_wallet',");
  await insertLine(
    'sandbox/stripe/browser/wallets.js',
    'export const WALLETS',
    '};',
    "  test_wallet: { name: 'Samsung', button: 'testPay', themes: ['black'], types: ['plain'], type: 'plain', canUse: canRequestPayment, triedIn: 'nowhere', hasDeviceNumber: false, outline: 'M0 0z' },",
  );
}

async function addNetwork(): Promise<void> {
  const coin = { network: 'testnetwork', spread: '0.01', popular: false, hot: false };
  await addRows('server/configuration/seeds/networks.json', {
    testnetwork: {
      chain: 'eip155:987654321989',
      name: 'Test Network',
      nativeCrypto: 'ETH_TESTNETWORK',
      expectedMinutes: 2,
      explorerUrl: 'https://explorer.example/tx/',
      maximumFee: '0.002',
      tokens: 'erc20',
      confirmations: 20,
    },
  });
  const token = '0x7357000000000000000000000000000000007358';
  await addRows('server/configuration/seeds/cryptos.json', {
    ETH_TESTNETWORK: { ...coin, symbol: 'ETH', name: 'Ether', decimals: 18, asset: 'slip44:60' },
    USDC_TESTNETWORK: { ...coin, symbol: 'USDC', name: 'USD Coin', decimals: 6, asset: token },
  });
  await insertLine(
    'sandbox/chains/localNetworks.ts',
    'export const localEvmNetworks',
    '};',
    "  testnetwork: { chainId: 31_352, baseFee: '0.01' },",
  );
}

describe('the guides list every file that changes', () => {
  test('a payment method with a brand name needs at most six files', async () => {
    const listed = await readListedFiles(METHODS_GUIDE, BRAND_NAME);
    expect(changed.method).toEqual(listed.byHand);
    expect(countFiles(listed)).toBeLessThanOrEqual(6);
  });

  test('a wallet needs at most six files', async () => {
    const listed = await readListedFiles(METHODS_GUIDE, BRAND_NAME, 'A wallet');
    expect(changed.wallet).toEqual(listed.byHand);
    expect(countFiles(listed)).toBeLessThanOrEqual(6);
  });

  test('a network that comes with the product needs at most five files', async () => {
    const listed = await readListedFiles(NETWORKS_GUIDE, SHIPPED);
    expect(changed.network).toEqual(listed.byHand);
    expect(countFiles(listed)).toBeLessThanOrEqual(5);
  });

  test('the drawn files are those of both guides', async () => {
    const { drawn: ofMethod } = await readListedFiles(METHODS_GUIDE, BRAND_NAME);
    const { drawn: ofNetwork } = await readListedFiles(NETWORKS_GUIDE, SHIPPED);
    expect(changed.drawn).toEqual([...new Set([...ofMethod, ...ofNetwork])].toSorted());
  });
});

/** Tests without a database that list every method, wallet or network. */
const TESTS = [
  'web/i18n/methodName.test.ts',
  'web/features/quote/methods',
  'tools/readme',
  'tools/standIns/standInFolder.test.ts',
  'sandbox/productEnvironment.test.ts',
  'server/app/enabledVendors',
  'server/signer/signerEnvironment.test.ts',
  'server/providers/chain/evm/testChains.test.ts',
];

describe('with the changes of both guides', () => {
  test('the types are complete', async () => {
    const project = {
      extends: './web/tsconfig.json',
      compilerOptions: { types: ['node', 'vite/client'] },
      include: ['contract', 'money', 'server', 'sandbox', 'web', 'console', 'tools/readme', 'tools/start'],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/*.testing.ts', '**/*.testing.tsx', '**/dist', 'web/worker'],
    };
    await writeFile(join(copy, 'tsconfig.guides.json'), JSON.stringify(project));
    const info = join(copy, 'guides.tsbuildinfo');
    expect(await findTypeFault(ROOT, copy, 'tsconfig.guides.json', info)).toBeUndefined();
  });

  test('the tests that list methods and networks pass', async () => {
    const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
    const outcome = await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...TESTS], {
      cwd: copy,
      env: environment,
      maxBuffer: 2 ** 26,
    }).then(
      () => 'passed',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}\n${stderr}`,
    );
    expect(outcome).toBe('passed');
  });
});
