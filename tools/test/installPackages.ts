import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALL_MS = 600_000;

/** Installs Debian packages if this is Debian and the user is root. Returns false if this is not so or the installation fails. */
export function installPackages(names: readonly string[], report: (line: string) => void): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  report(`Installing ${names.join(', ')} from the system's packages …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const options = { env: environment, encoding: 'utf8', timeout: INSTALL_MS } as const;
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...command], options);
    if (status === 0) continue;
    report(`apt-get ${command[0]} failed: ${stderr.trim().split('\n').at(-1)}`);
    return false;
  }
  return true;
}
