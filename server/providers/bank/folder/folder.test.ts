import {
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BankExchange } from '../bankPort.ts';
import { bankExchangeConformance } from '../conformance.ts';
import { createFolderExchange } from './folder.ts';
import { folderConfigSchema } from './manifest.ts';

const encodeText = (content: string) => new TextEncoder().encode(content);

async function readContents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Object.fromEntries(
    await Promise.all(found.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

bankExchangeConformance('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bank-'));
  const orders = join(folder, 'orders');
  const reopen = () => createFolderExchange(folderConfigSchema.parse({ folder }));
  return {
    exchange: reopen(),
    reopen,
    async put(name, content, ageSeconds) {
      const path = join(folder, 'statements', name);
      await mkdir(join(folder, 'statements'), { recursive: true });
      await writeFile(path, content);
      const when = new Date(Date.now() - ageSeconds * 1000);
      await utimes(path, when, when);
    },
    readWaitingTransferFiles: () => readContents(orders),
    async takeTransferFile(name) {
      await mkdir(join(orders, 'done'), { recursive: true });
      await rename(join(orders, name), join(orders, 'done', name));
    },
    async readArchive(verdict) {
      const found = await readContents(join(folder, 'statements', verdict));
      const names = Object.keys(found).filter((name) => !name.endsWith('.txt'));
      return Object.fromEntries(names.map((name) => [name, found[`${name}.txt`]]));
    },
    stop: () => rm(folder, { recursive: true }),
  };
});

describe('a folder', () => {
  let folder: string;
  let exchange: BankExchange;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-bank-'));
    exchange = createFolderExchange({ folder, group: 'no' });
    await exchange.listStatements();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /**
   * Creates the files that a process leaves behind if it crashes while it sends a file of transfers. `incomplete`: the
   * file is not written completely; `staged`: it is only in `outbox/`; `recorded`: it is also linked under `sent/`;
   * `duplicate`: the file was sent before, and `outbox/` contains a later copy.
   */
  async function simulateCrash(when: 'incomplete' | 'staged' | 'recorded' | 'duplicate'): Promise<void> {
    for (const place of ['outbox', 'sent', 'orders']) await mkdir(join(folder, place), { recursive: true });
    const staged = join(folder, 'outbox', 'order.xml');
    if (when === 'incomplete') await writeFile(join(folder, 'outbox', '.order.xml.1.part'), 'o');
    if (when !== 'incomplete') await writeFile(staged, 'order');
    if (when === 'recorded') await link(staged, join(folder, 'sent', 'order.xml'));
    if (when === 'duplicate') await writeFile(join(folder, 'sent', 'order.xml'), 'order');
  }

  test.each([
    ['incomplete', { 'order.xml': 'order' }],
    ['staged', { 'order.xml': 'order' }],
    ['recorded', { 'order.xml': 'order' }],
    ['duplicate', {}],
  ] as const)('sends a file of transfers once after a crash (%s)', async (when, expected) => {
    await simulateCrash(when);
    await exchange.sendTransfers('order.xml', encodeText('order'));
    expect(await readContents(join(folder, 'orders'))).toEqual(expected);
    await rm(join(folder, 'orders', 'order.xml'), { force: true });
    await exchange.sendTransfers('order.xml', encodeText('order'));
    expect(await readContents(join(folder, 'orders'))).toEqual({});
    expect(await readContents(join(folder, 'sent'))).toEqual({ 'order.xml': 'order' });
  });

  test.each(['no', 'yes'] as const)(
    'makes its files unreadable to other users, and to its group unless configured (group: %s)',
    async (group) => {
      exchange = createFolderExchange({ folder, group });
      const allowed = group === 'yes' ? '640' : '600';
      for (const name of ['good.xml', 'bad.xml'])
        await writeFile(join(folder, 'statements', name), 'x', { mode: 0o666 });
      await exchange.settleStatement('good.xml', 'done');
      await exchange.settleStatement('bad.xml', 'refused', 'why');
      await exchange.sendTransfers('order.xml', encodeText('order'));
      const places = ['statements/done', 'statements/refused', 'orders', 'outbox', 'sent'];
      const entries = await Promise.all(
        places.map((place) => readdir(join(folder, place), { recursive: true, withFileTypes: true })),
      );
      const modes = entries.flat().map(async ({ name, parentPath }) => {
        const { mode } = await stat(join(parentPath, name));
        return `${name} ${(mode & 0o777).toString(8)}`;
      });
      expect((await Promise.all(modes)).toSorted()).toEqual([
        `bad.xml ${allowed}`,
        `bad.xml.txt ${allowed}`,
        `good.xml ${allowed}`,
        `order.xml ${allowed}`,
        `order.xml ${allowed}`,
      ]);
      const others = group === 'yes' ? 0o007 : 0o077;
      for (const place of places) expect((await stat(join(folder, place))).mode & others).toBe(0);
    },
  );

  test('ignores links and folders', async () => {
    await writeFile(join(folder, 'secret'), '<Document>secret</Document>');
    await symlink(join(folder, 'secret'), join(folder, 'statements', 'link.xml'));
    await mkdir(join(folder, 'statements', 'folder.xml'));
    expect(await exchange.listStatements()).toEqual([]);
  });

  test('lists a file that is too large without its bytes, together with the others', async () => {
    const handle = await open(join(folder, 'statements', 'large.xml'), 'w');
    await handle.truncate(33 * 1024 * 1024);
    await handle.close();
    await writeFile(join(folder, 'statements', 'good.xml'), '<Document/></Document>');
    const files = await exchange.listStatements();
    expect(new Map(files.map(({ name, bytes }) => [name, bytes === null]))).toEqual(
      new Map([
        ['large.xml', true],
        ['good.xml', false],
      ]),
    );
  });

  test('lists files in several calls if together they exceed the limit of one call', async () => {
    const large = new Uint8Array(30 * 1024 * 1024);
    large.set(encodeText('</Document>'), large.length - '</Document>'.length);
    for (const name of ['1.xml', '2.xml', '3.xml']) await writeFile(join(folder, 'statements', name), large);
    const seen: string[] = [];
    for (let files = await exchange.listStatements(); files.length > 0; files = await exchange.listStatements()) {
      expect(files.length).toBeLessThan(3);
      for (const { name } of files) {
        seen.push(name);
        await exchange.settleStatement(name, 'done');
      }
    }
    expect(seen.toSorted()).toEqual(['1.xml', '2.xml', '3.xml']);
  });

  test('must be an absolute path', () => {
    expect(folderConfigSchema.safeParse({ folder: 'bank' }).success).toBe(false);
  });
});
