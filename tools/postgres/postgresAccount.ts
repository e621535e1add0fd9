import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The account that runs the embedded PostgreSQL. Empty: the current user. PostgreSQL refuses to run as root. */
export type PostgresAccount = { readonly uid?: number; readonly gid?: number };

const ACCOUNT = 'postgres';

/**
 * Returns the current user; for root, the owner of an existing cluster (so that its files stay readable), otherwise the
 * system's postgres account, which is created without a login if it does not exist.
 */
export function choosePostgresAccount(existingCluster: string): PostgresAccount {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(existingCluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findSystemAccount() ?? createSystemAccount();
  if (account) return account;
  throw new Error(
    `PostgreSQL does not run as root and no account '${ACCOUNT}' could be created: run as another user, or set DATABASE_URL.`,
  );
}

/** Creates the account if needed. A concurrent start may create it too: only its existence counts. */
function createSystemAccount(): PostgresAccount | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT]);
  return findSystemAccount();
}

function findSystemAccount(): PostgresAccount | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, ACCOUNT], { encoding: 'utf8' }).stdout));
  return uid && gid ? { uid, gid } : undefined;
}

/**
 * Returns true if the account may read a file (`-r`) or enter a folder (`-x`). Asks the system, since a file mode does not
 * reflect access lists or parent folders.
 */
export function canAccountAccess(account: PostgresAccount, flag: '-r' | '-x', path: string): boolean {
  return account.uid === undefined || spawnSync('test', [flag, path], { ...account, cwd: '/' }).status === 0;
}
