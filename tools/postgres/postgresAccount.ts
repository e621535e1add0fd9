import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Whom the embedded PostgreSQL runs as. Empty: the current user. PostgreSQL refuses to run as root. */
export type PostgresAccount = { readonly uid?: number; readonly gid?: number };

const ACCOUNT = 'postgres';

/**
 * The current user; when that is root, the owner of the cluster if there is one already (so that its files stay readable),
 * else the system's postgres account, which is created without a login where it does not exist.
 */
export function choosePostgresAccount(existingCluster: string): PostgresAccount {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(existingCluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = systemAccount() ?? createSystemAccount();
  if (account) return account;
  throw new Error(
    `PostgreSQL does not run as root and no account '${ACCOUNT}' could be created: run as another user, or set DATABASE_URL.`,
  );
}

/** Another start may make it at the same time: what counts is whether it is there in the end. */
function createSystemAccount(): PostgresAccount | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT]);
  return systemAccount();
}

function systemAccount(): PostgresAccount | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, ACCOUNT], { encoding: 'utf8' }).stdout));
  return uid && gid ? { uid, gid } : undefined;
}

/**
 * Whether the account may read a file (`-r`) or enter a folder (`-x`). Asks the system itself, since a mode does not tell of
 * access lists, nor of the folders above.
 */
export function accountMay(account: PostgresAccount, flag: '-r' | '-x', path: string): boolean {
  return account.uid === undefined || spawnSync('test', [flag, path], { ...account, cwd: '/' }).status === 0;
}
