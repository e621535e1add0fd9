import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SUMS = 'SHA256SUMS';
const VERSION = /^\d+\.\d+\.\d+$/;

/** Why there is no release now, and what to do: one line for whoever asked. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

export type Release = { readonly version: string; readonly files: readonly string[] };

/**
 * Lays the files of a release into a folder that is empty or new: the sources of the last commit, the bill of materials, what the
 * changelog says of the version, and the SHA-256 of each (`sha256sum -c SHA256SUMS`). The same commit gives the same sources,
 * byte for byte. Throws a {@link ReleaseError} where something is not committed, the changelog has no such version, or the folder
 * holds anything.
 */
export async function makeRelease({
  root,
  folder,
  billOfMaterials,
}: {
  readonly root: string;
  readonly folder: string;
  /** As JSON. */
  readonly billOfMaterials: () => Promise<string>;
}): Promise<Release> {
  const git = async (...words: string[]) => (await run('git', words, { cwd: root })).stdout.trim();
  if ((await git('status', '--porcelain')) !== '')
    throw new ReleaseError('there are changes that are not committed: commit them, or take them back');
  const { version } = JSON.parse(await git('show', 'HEAD:package.json')) as { readonly version: string };
  if (!VERSION.test(version)) throw new ReleaseError(`package.json has no version such as 1.2.3, but ${version}`);
  const notes = notesOf(await git('show', 'HEAD:CHANGELOG.md'), version);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new ReleaseError(`${folder} is not empty: name a new folder`);
  const name = `slipway-${version}`;
  await run('git', ['archive', '--format=tar.gz', `--prefix=${name}/`, '-o', join(folder, `${name}.tar.gz`), 'HEAD'], {
    cwd: root,
  });
  await writeFile(join(folder, `${name}.cdx.json`), await billOfMaterials());
  await writeFile(join(folder, `${name}.md`), notes);
  const files = (await readdir(folder)).toSorted();
  await writeFile(join(folder, SUMS), (await Promise.all(files.map((file) => sumOf(folder, file)))).join(''));
  return { version, files: [...files, SUMS] };
}

/** The changelog's part of a version, without its heading (keepachangelog.com). */
function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m);
  const part = parts.find((each) =>
    new RegExp(`^\\[?${version.replaceAll('.', String.raw`\.`)}\\]?(?:\\s|$)`).test(each),
  );
  if (part === undefined)
    throw new ReleaseError(`CHANGELOG.md has no part "## ${version}": give "## Unreleased" its version and the day`);
  return `${part.slice(part.indexOf('\n')).trim()}\n`;
}

async function sumOf(folder: string, file: string): Promise<string> {
  const sum = createHash('sha256').update(await readFile(join(folder, file)));
  return `${sum.digest('hex')}  ${file}\n`;
}
