import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Whom the embedded PostgreSQL runs as. Empty: the current user. PostgreSQL refuses to run as root. */
export type PostgresAccount = { readonly uid?: number; readonly gid?: number };

const ACCOUNT = 'postgres';

/**
 * The current user; when that is root, the owner of the cluster if there is one already (so that its files stay readable),
 * else the system's postgres account, which is created without a login where it does not exist.
 */
export function choosePostgresAccount(existingCluster: string | undefined): PostgresAccount {
  if (process.getuid?.() !== 0) return {};
  const owner = existingCluster === undefined ? undefined : statSync(existingCluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = systemAccount();
  if (known) return known;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT], {
      stdio: 'pipe',
    });
  } catch {
    // Another start may have made it meanwhile; what counts is whether it is there now.
  }
  const created = systemAccount();
  if (created) return created;
  throw new Error(
    `PostgreSQL does not run as root and no account '${ACCOUNT}' could be created: run as another user, or set DATABASE_URL.`,
  );
}

function systemAccount(): PostgresAccount | undefined {
  const answers = ['-u', '-g'].map((flag) => spawnSync('id', [flag, ACCOUNT], { encoding: 'utf8' }));
  const [uid, gid] = answers.map(({ status, stdout }) => (status === 0 ? Number(stdout.trim()) : 0));
  return uid && gid ? { uid, gid } : undefined;
}

/** Asks the system itself, since a folder's mode does not tell of access lists, nor of the folders above it. */
function may(account: PostgresAccount, flag: '-r' | '-x', path: string): boolean {
  return account.uid === undefined || spawnSync('test', [flag, path], { ...account, cwd: '/' }).status === 0;
}

export function canRead(account: PostgresAccount, file: string): boolean {
  return may(account, '-r', file);
}

/** Whether the account reaches what lies in the folder. */
export function canEnter(account: PostgresAccount, folder: string): boolean {
  return may(account, '-x', folder);
}
