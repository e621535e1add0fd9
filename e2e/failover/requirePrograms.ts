import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Programs = {
  readonly etcd: string;
  readonly patroni: string;
  readonly patroniVersion: string;
  /**
   * True if Patroni may use version 3 of etcd's API. With that version, a primary under Patroni before 3.0.3 that returns after
   * a network failure takes the leader key from its successor (github.com/patroni/patroni/pull/2689), and commits made in
   * between are lost. With version 2 of the API, Patroni always compares the key first.
   */
  readonly mayUseEtcd3: boolean;
  readonly haproxy: string;
  /** Folder of the newest PostgreSQL that is installed. */
  readonly postgresBinaries: string;
};

const NETWORK_PROGRAMS = [
  ['ip', 'iproute2'],
  ['tc', 'iproute2'],
  ['nft', 'nftables'],
  ['nsenter', 'util-linux'],
] as const;
const POSTGRES = '/usr/lib/postgresql';
/** Not in the PATH of ordinary users, but HAProxy is installed there. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Returns the programs, or throws an error that names the packages to install. `network` also requires the programs that create
 * network namespaces.
 */
export function requirePrograms(environment: NodeJS.ProcessEnv, { network }: { readonly network: boolean }): Programs {
  const folders = [...(environment['PATH'] ?? '').split(delimiter), ...MORE_FOLDERS];
  const missing: string[] = [];

  function requireProgram(program: string, debianPackage: string): string {
    const folder = folders.find((one) => existsSync(join(one, program)));
    if (folder === undefined) missing.push(debianPackage);
    return join(folder ?? '', program);
  }

  const programs = {
    etcd: requireProgram('etcd', 'etcd-server'),
    patroni: requireProgram('patroni', 'patroni'),
    haproxy: requireProgram('haproxy', 'haproxy'),
    postgresBinaries: findNewestPostgres() ?? '',
  };
  if (network) for (const [program, debianPackage] of NETWORK_PROGRAMS) requireProgram(program, debianPackage);
  if (programs.postgresBinaries === '') missing.push('postgresql');
  if (missing.length > 0)
    throw new Error(
      `Programs are missing. On Debian or Ubuntu: apt-get install --no-install-recommends ${missing.toSorted().join(' ')}`,
    );
  const patroniVersion = readPatroniVersion(programs.patroni);
  return { ...programs, patroniVersion, mayUseEtcd3: isAtLeast(patroniVersion, [3, 0, 3]) };
}

function readPatroniVersion(patroni: string): string {
  return /\d+\.\d+\.\d+/.exec(execFileSync(patroni, ['--version'], { encoding: 'utf8' }))?.[0] ?? '0.0.0';
}

function isAtLeast(version: string, minimum: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const firstDifference = minimum.findIndex((part, index) => part !== parts[index]);
  return firstDifference === -1 || (parts[firstDifference] ?? 0) > (minimum[firstDifference] ?? 0);
}

function findNewestPostgres(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  return versions
    .filter((version) => version >= 15)
    .toSorted((one, other) => other - one)
    .map((version) => join(POSTGRES, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'pg_rewind')));
}
