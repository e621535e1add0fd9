import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Held until it is closed or its process ends, however that ends. */
export type ExclusiveLock = { close(): void };

/**
 * Takes the lock of a file, which is created where it is missing. Returns undefined while another process holds it. The lock is
 * an exclusive transaction of SQLite, since Node has no locks of its own.
 */
export function tryLock(file: string): ExclusiveLock | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
