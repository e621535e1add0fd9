import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { BankExchange } from '../bankPort.ts';
import {
  fileNumber,
  keepFromOthers,
  linkOnce,
  makeFolder,
  modesFor,
  moveIfThere,
  syncFolder,
  writeSynced,
} from './durableFiles.ts';
import type { FolderConfig } from './manifest.ts';
import { readWaiting } from './waitingStatements.ts';

/** One segment of a path, no matter on which system, that is not hidden. */
const PLAIN_NAME = /^(?!\.)[^/\\\0]{1,200}$/;
const ORDER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/**
 * A folder as a bank's EBICS or SFTP client uses one: it puts what the bank sends into `statements/` and takes what the
 * bank is to get from `orders/`. Handled statements go to `statements/done/` and `statements/refused/`; `outbox/` and
 * `sent/` are the exchange's own memory, on the same file system, and `sent/` keeps every file that was handed over.
 *
 * `now` is the clock of the file system, not of the product.
 */
export function createFolderExchange(
  { folder, group }: FolderConfig,
  now: () => Date = () => new Date(),
): BankExchange {
  const modes = modesFor(group);
  const statements = join(folder, 'statements');
  const orders = join(folder, 'orders');
  const outbox = join(folder, 'outbox');
  const sent = join(folder, 'sent');

  async function settle(name: string, verdict: 'done' | 'refused', reason = ''): Promise<void> {
    if (!PLAIN_NAME.test(name)) return;
    const source = join(statements, name);
    if ((await fileNumber(source)) === undefined) return;
    const place = join(statements, verdict);
    await makeFolder(place, modes);
    const target = await freeName(place, name);
    if (verdict === 'refused') await writeFile(`${target}.txt`, `${reason}\n`, { mode: modes.file });
    await keepFromOthers(source, modes);
    await moveIfThere(source, target);
    await Promise.all([syncFolder(statements), syncFolder(place)]);
  }

  /** Leaves the file under `outbox/` and `sent/`, one file with two names. */
  async function stage(name: string, bytes: Uint8Array): Promise<void> {
    const own = join(outbox, `.${name}.${randomUUID()}.part`);
    try {
      await writeSynced(own, bytes, modes);
      await linkOnce(own, join(outbox, name));
    } finally {
      await rm(own, { force: true });
    }
    await syncFolder(outbox);
    await linkOnce(join(outbox, name), join(sent, name));
    await syncFolder(sent);
  }

  return {
    id: 'folder',
    async listStatements() {
      await makeFolder(statements, modes);
      return readWaiting(statements, now());
    },
    settleStatement: settle,
    async sendTransfers(name, bytes) {
      if (!ORDER_NAME.test(name)) throw new RangeError('not a plain file name');
      for (const place of [orders, outbox, sent]) await makeFolder(place, modes);
      if ((await fileNumber(join(sent, name))) === undefined) await stage(name, bytes);
      const [waiting, handedOver] = [await fileNumber(join(outbox, name)), await fileNumber(join(sent, name))];
      // Whatever waits under this name and is not the file itself is a copy of what has left already.
      if (waiting !== handedOver) {
        await rm(join(outbox, name), { force: true });
        return;
      }
      await moveIfThere(join(outbox, name), join(orders, name));
      await Promise.all([syncFolder(orders), syncFolder(outbox)]);
    },
  };
}

/** Files of one name come again, and both are kept. */
async function freeName(folder: string, name: string): Promise<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : `${stem}~${count}${extension}`);
    if ((await fileNumber(path)) === undefined) return path;
  }
}
