import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';

/** An advisory lock held as long as this process runs. */
export type HeldLock = {
  /** False after the connection broke, until the lock is acquired again. */
  isHeld(): boolean;
  release(): Promise<void>;
};

export type LockOptions = {
  /** PostgreSQL's own address: a pooler would lend the connection that holds the lock to other clients. */
  readonly databaseUrl: string;
  readonly name: string;
  readonly log: Log;
  /** How long to wait for another process that holds the lock. */
  readonly patienceMs: number;
  /** Called before `isHeld` becomes true again after a loss. */
  readonly onRetaken?: (() => void) | undefined;
};

const RETRY_MS = 500;
/** With the system's defaults the lock of a vanished host would stay held for hours. With these it is released after 25 s. */
const KEEPALIVES = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Acquires a lock on a dedicated connection, and again whenever that connection breaks. Rejects if another process still holds
 * it after `patienceMs`.
 */
export async function holdLock({ databaseUrl, name, log, patienceMs, onRetaken }: LockOptions): Promise<HeldLock> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lockingClient: pg.Client | undefined;
  let isLost = false;

  async function take(): Promise<boolean> {
    const client = await connectAndLock(databaseUrl, name);
    if (!client) return false;
    if (isLost) onRetaken?.();
    lockingClient = client;
    client.once('end', () => {
      if (lockingClient !== client) return;
      lockingClient = undefined;
      void takeAgain();
    });
    return true;
  }

  async function takeAgain(): Promise<void> {
    isLost = true;
    log.error({ lock: name }, 'a lock in the database is lost');
    for (let isReported = false; !signal.aborted && !lockingClient; ) {
      const taken = await take().catch(() => undefined);
      if (taken) return log.info({ lock: name }, 'the lock in the database is taken again');
      if (taken === false && !isReported)
        log.error({ lock: name }, 'another process has taken the lock in the database');
      isReported ||= taken === false;
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const until = performance.now() + patienceMs;
  while (!(await take())) {
    if (performance.now() >= until) throw new Error(`another process holds the lock '${name}' in the database`);
    await sleep(RETRY_MS);
  }
  return {
    isHeld: () => lockingClient !== undefined,
    async release() {
      stopping.abort();
      const client = lockingClient;
      lockingClient = undefined;
      await client?.end();
    },
  };
}

/** Resolves to undefined if another process holds the lock. */
async function connectAndLock(databaseUrl: string, name: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(KEEPALIVES);
    const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken';
    const { rows } = await client.query<{ taken: boolean }>(text, [name]);
    if (rows[0]?.taken === true) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
}
