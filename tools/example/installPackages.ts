import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printLine } from '../start/terminal.ts';

const PROJECT_FOLDER = resolve(import.meta.dirname, '../..');

/**
 * Installs the dependencies of an example's folder, with the packages of this clone in place of those in the registry. Does
 * nothing if the dependencies are installed.
 */
export async function installPackages(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  printLine('Packing the packages of this clone and installing the dependencies, once …');
  const packed = await mkdtemp(join(tmpdir(), 'slipway-example-'));
  try {
    const npm = (cwd: string, ...args: string[]) => execFileSync('npm', args, { cwd, encoding: 'utf8' });
    const printed = npm(PROJECT_FOLDER, 'run', 'pack', '--silent', '--', '--json', '--pack-destination', packed);
    // Build output precedes the JSON.
    const tarballs = JSON.parse(printed.slice(printed.lastIndexOf('\n[\n') + 1)) as { readonly filename: string }[];
    const paths = tarballs.map(({ filename }) => join(packed, filename));
    npm(folder, 'install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', ...paths);
  } finally {
    await rm(packed, { recursive: true });
  }
}
