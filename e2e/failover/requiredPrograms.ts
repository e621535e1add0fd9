import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Programs = {
  readonly etcd: string;
  readonly patroni: string;
  readonly patroniVersion: string;
  /**
   * Whether Patroni may use version 3 of etcd's API. Before 3.0.3 a primary that was silent, and comes back, takes the leader's
   * key from its successor there (github.com/patroni/patroni/pull/2689), and what was committed meanwhile is lost. By version 2
   * of the API the key was always compared first.
   */
  readonly mayUseEtcd3: boolean;
  readonly haproxy: string;
  /** Of the newest PostgreSQL that the system has. */
  readonly postgresBinaries: string;
};

const POSTGRES = '/usr/lib/postgresql';
/** Of a user without the administrator's own folders, where HAProxy lies. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Throws one line that says what to install. */
export function requiredPrograms(environment: NodeJS.ProcessEnv): Programs {
  const folders = [...(environment['PATH'] ?? '').split(delimiter), ...MORE_FOLDERS];
  const missing: string[] = [];

  function find(program: string, debianPackage: string): string {
    const folder = folders.find((one) => existsSync(join(one, program)));
    if (folder === undefined) missing.push(debianPackage);
    return join(folder ?? '', program);
  }

  const programs = {
    etcd: find('etcd', 'etcd-server'),
    patroni: find('patroni', 'patroni'),
    haproxy: find('haproxy', 'haproxy'),
    postgresBinaries: newestPostgres() ?? '',
  };
  if (programs.postgresBinaries === '') missing.push('postgresql');
  if (missing.length > 0)
    throw new Error(
      `This takes programs of Debian or Ubuntu: apt-get install --no-install-recommends ${missing.toSorted().join(' ')}`,
    );
  const patroniVersion = versionOf(programs.patroni);
  return { ...programs, patroniVersion, mayUseEtcd3: isAtLeast(patroniVersion, [3, 0, 3]) };
}

function versionOf(patroni: string): string {
  return /\d+\.\d+\.\d+/.exec(execFileSync(patroni, ['--version'], { encoding: 'utf8' }))?.[0] ?? '0.0.0';
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const at = least.findIndex((part, index) => part !== parts[index]);
  return at === -1 || (parts[at] ?? 0) > (least[at] ?? 0);
}

function newestPostgres(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  return versions
    .filter((version) => version >= 15)
    .toSorted((one, other) => other - one)
    .map((version) => join(POSTGRES, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'pg_rewind')));
}
