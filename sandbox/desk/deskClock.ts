import { join } from 'node:path';
import pg from 'pg';
import { openBooks } from '../world/books.ts';
import { createSandboxClock, type SandboxClock } from '../world/clock.ts';
import { DeskError } from './deskContext.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const UNDEFINED_TABLE = '42P01';

export type DeskClock = SandboxClock & {
  /** Advances the product's database first, then the stand-ins. Throws a {@link DeskError} if the database cannot be advanced. */
  advanceEverything(seconds: number): Promise<void>;
};

/**
 * Opens the sandbox's clock with the offset of the product's database. Without a database, or while it is unreachable, uses
 * the previous run's offset. A database without the clock's table will get one with offset zero, so the offset is zero.
 */
export async function openDeskClock(dataDir: string, databaseUrl: string | undefined): Promise<DeskClock> {
  const books = openBooks(join(dataDir, 'clock.json'), { offsetSeconds: 0 });
  const clock = createSandboxClock(
    (databaseUrl ? await readOffset(databaseUrl) : undefined) ?? books.state.offsetSeconds,
  );

  return {
    ...clock,
    async advanceEverything(seconds) {
      const offset = databaseUrl ? await advanceDatabaseClock(databaseUrl, seconds) : clock.offsetSeconds() + seconds;
      clock.advance(offset - clock.offsetSeconds());
      await books.commit((state) => {
        state.offsetSeconds = offset;
      });
    },
  };
}

async function readOffset(databaseUrl: string): Promise<number | undefined> {
  try {
    return await queryOffset(databaseUrl, 'select offset_seconds from clock', []);
  } catch (error) {
    return (error as { code?: string }).code === UNDEFINED_TABLE ? 0 : undefined;
  }
}

async function advanceDatabaseClock(databaseUrl: string, seconds: number): Promise<number> {
  const statement = 'update clock set offset_seconds = offset_seconds + $1 returning offset_seconds';
  try {
    return await queryOffset(databaseUrl, statement, [seconds]);
  } catch (error) {
    throw (error as { code?: string }).code === UNDEFINED_TABLE
      ? new DeskError(503, 'The product’s database has no clock yet: start the product first.')
      : new DeskError(503, 'The product’s database cannot be reached; no clock was moved.');
  }
}

async function queryOffset(databaseUrl: string, statement: string, values: number[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks after its answer needs no action; an unhandled error event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ offset_seconds: string }>(statement, values);
    const offset = Number(rows[0]?.offset_seconds);
    if (!Number.isSafeInteger(offset)) throw new Error('the clock has no row');
    return offset;
  } finally {
    await client.end();
  }
}
