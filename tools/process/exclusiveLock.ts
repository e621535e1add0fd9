import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** A lock that this process holds until it closes the lock or ends for any reason. */
export type ExclusiveLock = { close(): void };

/**
 * Takes the lock of a file, creating the file if it is missing. Returns undefined while another process holds it. The lock is
 * an exclusive SQLite transaction, since Node has no file locks.
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
