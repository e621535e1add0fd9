import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { BankExchange } from '../bankPort.ts';
import {
  chooseFileModes,
  ignoreMissingFile,
  linkUnlessTaken,
  makeFolder,
  moveIfExists,
  readInodeNumber,
  restrictPermissions,
  syncFolder,
  writeSynced,
} from './durableFiles.ts';
import type { FolderConfig } from './manifest.ts';
import { readWaitingFiles } from './waitingStatements.ts';

/** One path segment on every operating system, not hidden. */
const PLAIN_NAME = /^(?!\.)[^/\\\0]{1,200}$/;
const TRANSFER_FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/**
 * Creates a file exchange with the bank's EBICS or SFTP client through a folder: the client writes the bank's files into
 * `statements/` and takes files for the bank from `orders/`. Handled statements are moved to `statements/done/` and
 * `statements/refused/`. `outbox/` and `sent/` contain the exchange's state and must be on the file system of `orders/`;
 * `sent/` has a link to every file that was sent.
 *
 * `now` is the clock of the file system, not of the product.
 */
export function createFolderExchange(
  { folder, group }: FolderConfig,
  now: () => Date = () => new Date(),
): BankExchange {
  const modes = chooseFileModes(group);
  const statements = join(folder, 'statements');
  const orders = join(folder, 'orders');
  const outbox = join(folder, 'outbox');
  const sent = join(folder, 'sent');

  async function settle(name: string, verdict: 'done' | 'refused', reason = ''): Promise<void> {
    if (!PLAIN_NAME.test(name)) return;
    const source = join(statements, name);
    if ((await readInodeNumber(source)) === undefined) return;
    const archive = join(statements, verdict);
    await makeFolder(archive, modes);
    const target = await findUnusedPath(archive, name);
    if (verdict === 'refused') await writeFile(`${target}.txt`, `${reason}\n`, { mode: modes.file });
    await restrictPermissions(source, modes);
    await moveIfExists(source, target);
    await Promise.all([syncFolder(statements), syncFolder(archive)]);
  }

  /** Writes the file durably and links it under `outbox/` and `sent/`. */
  async function stage(name: string, bytes: Uint8Array): Promise<void> {
    const partPath = join(outbox, `.${name}.${randomUUID()}.part`);
    try {
      await writeSynced(partPath, bytes, modes);
      await linkUnlessTaken(partPath, join(outbox, name));
    } finally {
      await rm(partPath, { force: true });
    }
    await syncFolder(outbox);
    await linkUnlessTaken(join(outbox, name), join(sent, name));
    await syncFolder(sent);
  }

  return {
    id: 'folder',
    async listStatements() {
      await makeFolder(statements, modes);
      return readWaitingFiles(statements, now());
    },
    settleStatement: settle,
    async sendTransfers(name, bytes) {
      if (!TRANSFER_FILE_NAME.test(name)) throw new RangeError('not a plain file name');
      for (const place of [orders, outbox, sent]) await makeFolder(place, modes);
      if ((await readInodeNumber(join(sent, name))) === undefined) await stage(name, bytes);
      const [waiting, recorded] = [await readInodeNumber(join(outbox, name)), await readInodeNumber(join(sent, name))];
      // The file left `outbox/` when it was sent. A different file under its name is a later copy, to be removed.
      if (waiting !== recorded) {
        await rm(join(outbox, name), { force: true });
        return;
      }
      await moveIfExists(join(outbox, name), join(orders, name));
      await Promise.all([syncFolder(orders), syncFolder(outbox)]);
    },
    async readSent(isWanted) {
      const names =
        (await ignoreMissingFile(readdir(sent)))?.filter((name) => TRANSFER_FILE_NAME.test(name) && isWanted(name)) ??
        [];
      const files = await Promise.all(
        names.map(async (name) => ({ name, bytes: await ignoreMissingFile(readFile(join(sent, name))) })),
      );
      return files.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
    },
  };
}

/** Returns an unused path: banks send files with the same name again, and all of them are archived. */
async function findUnusedPath(folder: string, name: string): Promise<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : `${stem}~${count}${extension}`);
    if ((await readInodeNumber(path)) === undefined) return path;
  }
}
