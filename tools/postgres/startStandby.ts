import { execFile } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts';
import { choosePostgresAccount } from './postgresAccount.ts';
import { getClusterFolder, prepareClusterHome, removeClusterHome } from './postgresCluster.ts';

export type Standby = {
  /**
   * Makes each commit of the primary wait until the standby has applied it, at the earliest after the delay. Undefined: commits
   * do not wait for the standby.
   */
  setDelay(delayMs: number | undefined): Promise<void>;
  /** Ends the standby and deletes its files; commits of the primary no longer wait. */
  stop(): Promise<void>;
};

/**
 * Starts a synchronous hot standby of an embedded server, from a copy of its files
 * (postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). `primaryDir` is the data folder of the
 * primary, `dataDir` a folder used only for the standby.
 */
export async function startStandby(primary: EmbeddedPostgres, primaryDir: string, dataDir: string): Promise<Standby> {
  const account = choosePostgresAccount(getClusterFolder(dataDir));
  const from = getClusterFolder(await prepareClusterHome(primaryDir, account));
  const to = getClusterFolder(await prepareClusterHome(dataDir, account));
  const control = await connect(primary.url);
  await control.query("select pg_backup_start('standby', true)");
  // Keeps the owner of the files: the server runs only as the account that owns them.
  await promisify(execFile)('cp', ['--archive', from, to]);
  const { rows } = await control.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  const data = join(to, 'data');
  await rm(join(data, 'postmaster.pid'));
  const { hostname, port, username, password } = new URL(primary.url);
  const connection = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const files = {
    backup_label: rows[0]?.labelfile ?? '',
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${connection}'\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(data, name), text);
    if (account.uid !== undefined && account.gid !== undefined) await chown(join(data, name), account.uid, account.gid);
  }
  const server = await startEmbeddedPostgres({ dataDir });
  const standby = await connect(server.url);
  return {
    async setDelay(delayMs) {
      await standby.query(`alter system set recovery_min_apply_delay = '${delayMs ?? 0}ms'`);
      await standby.query('select pg_reload_conf()');
      await control.query(`alter system set synchronous_standby_names = '${delayMs === undefined ? '' : '*'}'`);
      await control.query("alter system set synchronous_commit = 'remote_apply'");
      await control.query('select pg_reload_conf()');
    },
    async stop() {
      await control.query("alter system set synchronous_standby_names = ''");
      await control.query('select pg_reload_conf()');
      await Promise.all([control.end(), standby.end()]);
      await server.stop();
      await removeClusterHome(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A pending query on a broken connection rejects by itself; an unhandled error event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
