import { mkdir, open } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type HeldLock, holdLock } from '../platform/database/heldLock.ts';
import type { Log } from '../platform/log/log.ts';
import { removeStaleSocket } from './socket/staleSocket.ts';

export type SignerLockOptions = {
  readonly databaseUrl: string;
  /** The signer's name. A second signer with the same name is excluded. */
  readonly name: string;
  /** The signer's own folder. */
  readonly folder: string;
  readonly log: Log;
  /** How long to wait while another signer holds the lock: one that is being replaced ends within seconds. */
  readonly patienceMs?: number;
  /** Called before `isHeld` becomes true again after the database lock was lost. */
  readonly onRetaken?: () => void;
};

const PATIENCE_MS = 15_000;
/** The kernel's limit for the path of a socket, less its closing zero: 108 bytes on Linux (unix(7)), 104 elsewhere. */
const LONGEST_PATH = 103;

/**
 * Locks the signer's name in the database and its folder, from before the records are read until the process ends. Rejects if
 * another signer holds either. Both locks end with the process, however it ends: the database's with its connection, the folder's with
 * a socket on which the process listens.
 */
export async function lockSigner({
  databaseUrl,
  name,
  folder,
  log,
  patienceMs = PATIENCE_MS,
  onRetaken,
}: SignerLockOptions): Promise<HeldLock> {
  const database = await holdLock({ databaseUrl, name: `signer ${name}`, log, patienceMs, onRetaken }).catch(
    (error: unknown) => {
      throw new Error(
        `another signer with SIGNER_NAME ${name} runs with this database, or it does not answer: stop the other one first, or give this one another name`,
        { cause: error },
      );
    },
  );
  try {
    const server = await listenInFolder(folder);
    return {
      isHeld: database.isHeld,
      async release() {
        await new Promise((resolve) => server.close(resolve));
        await database.release();
      },
    };
  } catch (error) {
    await database.release();
    throw error;
  }
}

async function listenInFolder(folder: string): Promise<Server> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = join(folder, 'lock');
  // On Linux an open folder also has a short path.
  const handle = Buffer.byteLength(own) > LONGEST_PATH ? await open(folder) : undefined;
  const path = handle ? `/proc/self/fd/${handle.fd}/lock` : own;
  const server = createServer((socket) => socket.destroy());
  server.once('close', () => void handle?.close());
  try {
    await removeStaleSocket(path);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path }, resolve);
    });
  } catch (error) {
    await handle?.close();
    throw error;
  }
  server.unref();
  return server;
}
