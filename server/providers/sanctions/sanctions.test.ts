import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXTRACT_PATH } from '../../../sandbox/sanctions/extractPath.ts';
import { startSanctions } from '../../../sandbox/sanctions/start.ts';
import { createSandboxClock } from '../../../sandbox/world/clock.ts';
import { createFaults, type Fault, faultSchema } from '../../../sandbox/world/faults.ts';
import { sanctionsConformance } from './conformance.ts';
import { createFileSanctions } from './file/file.ts';
import { fileConfigSchema } from './file/manifest.ts';
import { ofacConfigSchema } from './ofac/manifest.ts';
import { createOfacSanctions } from './ofac/ofac.ts';

const BITCOIN = 'bc1qx7wz98x90ggxhhfy3ftnt4ek69y4l0fq6jky2t';
const EVM = '0x769fA59e474e1110BEFe1fAA2CfaAd7CD8b0c25D';
const TICKERS = ['XBT', 'ETH'];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-sanctions-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

sanctionsConformance('the public extract', async () => {
  const faults = createFaults();
  const world = { dataDir: folder, clock: createSandboxClock(), faults, productUrl: 'http://127.0.0.1:9' };
  const standIn = await startSanctions(world, 0);
  const inject = (...effects: Fault['effect'][]) =>
    faults.replace(effects.map((effect) => faultSchema.parse({ standIn: 'sanctions', effect, times: 1_000 })));
  return {
    source: createOfacSanctions(ofacConfigSchema.parse({ baseUrl: `${standIn.url}${EXTRACT_PATH}` })),
    expected: [BITCOIN, EVM, 'TA5K7WEdhmV7LRXSvn3wCTJTC1J2edQjxo'],
    async addAddress(address) {
      await standIn.add({ address, ticker: 'ETH' });
    },
    async removeAddress(address) {
      await standIn.remove(address);
    },
    async setState(state) {
      if (state === 'whole') inject();
      else inject(state === 'away' ? 'answer_503' : 'list_empty');
    },
    stop: standIn.stop,
  };
});

/** Returns a function that writes an edition of the file, dated one day after the previous one. */
function createEditionWriter(path: string) {
  let editions = 0;
  return async (addresses: readonly string[]) => {
    await writeFile(path, addresses.map((address) => `${address}\n`).join(''));
    editions += 1;
    await utimes(path, editions * 86_400, editions * 86_400);
  };
}

sanctionsConformance('a folder', async () => {
  const lists = join(folder, 'lists');
  await mkdir(lists);
  await writeFile(join(lists, 'sanctioned_addresses_XBT.txt'), `${BITCOIN}\n`);
  const writeEthereum = createEditionWriter(join(lists, 'sanctioned_addresses_ETH.txt'));
  await writeEthereum([EVM]);
  return {
    source: createFileSanctions(fileConfigSchema.parse({ path: lists, tickers: TICKERS })),
    expected: [BITCOIN, EVM],
    async addAddress(address) {
      // The newest date is the version, so the unchanged file must have the older one.
      await utimes(join(lists, 'sanctioned_addresses_XBT.txt'), 0, 0);
      await writeEthereum([EVM, address]);
    },
    removeAddress: () => writeEthereum([EVM]),
    async setState(state) {
      if (state === 'away') await rename(lists, `${lists}.away`);
      else {
        await rename(`${lists}.away`, lists).catch(() => undefined);
        await writeEthereum(state === 'empty' ? [] : [EVM]);
      }
    },
    stop: async () => undefined,
  };
});

sanctionsConformance('one file', async () => {
  const path = join(folder, 'list.txt');
  const write = createEditionWriter(path);
  await write([EVM, BITCOIN]);
  return {
    source: createFileSanctions(fileConfigSchema.parse({ path })),
    expected: [BITCOIN, EVM],
    addAddress: (address) => write([EVM, BITCOIN, address]),
    removeAddress: () => write([EVM, BITCOIN]),
    setState: (state) => (state === 'away' ? rm(path) : write(state === 'empty' ? [] : [EVM, BITCOIN])),
    stop: async () => undefined,
  };
});

test('takes the newest date of several files as the version', async () => {
  for (const [name, second] of [
    ['XBT', 1_790_000_000],
    ['ETH', 1_795_000_000],
  ] as const) {
    const path = join(folder, `sanctioned_addresses_${name}.txt`);
    await writeFile(path, name === 'XBT' ? BITCOIN : EVM);
    await utimes(path, second, second);
  }
  const source = createFileSanctions(fileConfigSchema.parse({ path: folder, tickers: TICKERS }));
  expect(await source.fetchList()).toMatchObject({
    kind: 'ok',
    value: { source: 'file', version: '2026-11-18T11:06:40.000Z', addresses: [EVM, BITCOIN] },
  });
});

test('is unavailable when a file of the folder is missing', async () => {
  await writeFile(join(folder, 'sanctioned_addresses_XBT.txt'), BITCOIN);
  const source = createFileSanctions(fileConfigSchema.parse({ path: folder, tickers: TICKERS }));
  expect(await source.fetchList()).toMatchObject({
    kind: 'unavailable',
    detail: 'sanctioned_addresses_ETH.txt is not there',
  });
});

test('reports an unreadable file without its path', async () => {
  await mkdir(join(folder, 'sanctioned_addresses_XBT.txt'));
  const source = createFileSanctions(fileConfigSchema.parse({ path: folder, tickers: ['XBT'] }));
  const outcome = await source.fetchList();
  expect(outcome).toMatchObject({ kind: 'unavailable', detail: 'sanctioned_addresses_XBT.txt: EISDIR' });
  expect(JSON.stringify(outcome)).not.toContain(folder);
});
