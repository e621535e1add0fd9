import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { choosePostgresAccount } from '../tools/postgres/postgresAccount.ts';

/** Few enough that the processes must share server connections. */
const SERVER_CONNECTIONS = 6;
const START_PATIENCE_MS = 10_000;

export type PgBouncer = {
  /** Returns the URL of the same database and login through the pooler. */
  through(url: string): string;
  /** Returns the number of transactions so far, over all databases and roles. */
  transactions(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts PgBouncer in transaction mode on `port` for the server of these URLs, and accepts their logins. */
export async function startPgBouncer(port: number, urls: readonly string[]): Promise<PgBouncer> {
  const account = choosePostgresAccount('/nonexistent');
  const folder = await mkdtemp(join(tmpdir(), 'slipway-pooler-'));
  const logins = urls.map((url) => new URL(url));
  const [first] = logins;
  if (!first) throw new Error('there is no database URL');
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  await writeFile(
    users,
    logins.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`).join(''),
    { mode: 0o600 },
  );
  await writeFile(
    config,
    [
      '[databases]',
      `* = host=${first.hostname} port=${first.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      `default_pool_size = ${SERVER_CONNECTIONS}`,
      'max_client_conn = 500',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      `stats_users = ${first.username}`,
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined)
    await Promise.all([folder, config, users].map((path) => chown(path, uid, gid)));
  const child = spawn('pgbouncer', [config], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr.on('data', (bytes: Buffer) => {
    errorOutput += bytes.toString();
  });
  const ended = once(child, 'exit');
  const through = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;

  async function stop(): Promise<void> {
    child.kill('SIGINT');
    await Promise.race([ended, sleep(2_000)]);
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }

  const deadline = performance.now() + START_PATIENCE_MS;
  while (!(await isAnswering(through(first.href)))) {
    if (child.exitCode === null && performance.now() < deadline) await sleep(50);
    else {
      await stop();
      throw new Error(`PgBouncer did not start (apt-get install pgbouncer): ${errorOutput}`);
    }
  }
  return {
    through,
    stop,
    async transactions() {
      const client = new pg.Client({
        connectionString: Object.assign(new URL(through(first.href)), { pathname: '/pgbouncer' }).href,
      });
      await client.connect();
      try {
        // PgBouncer's console supports only the simple protocol.
        const { rows } = await client.query<{ database: string; total_xact_count: string }>('show stats');
        return rows
          .filter(({ database }) => database !== 'pgbouncer')
          .reduce((sum, { total_xact_count: count }) => sum + Number(count), 0);
      } finally {
        await client.end();
      }
    },
  };
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
