import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CHECKSUMS_FILE = 'SHA256SUMS';
const VERSION = /^\d+\.\d+\.\d+$/;
const DATE = / - \d{4}-\d{2}-\d{2}$/;

/** Thrown if no release is possible now, with one line about the reason and the remedy. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

export type Release = {
  readonly version: string;
  readonly files: readonly string[];
  /** True if the changelog has no date for the version yet: the files are for a trial only. */
  readonly isRehearsal: boolean;
};

/** Input of a step that writes further files of a release. */
export type PackingInput = {
  readonly root: string;
  readonly folder: string;
  readonly version: string;
  /** Time of the commit in seconds, for files in archives. */
  readonly time: number;
};

type ReleaseOptions = {
  readonly root: string;
  readonly folder: string;
  /** As JSON. */
  readonly billOfMaterials: () => Promise<string>;
  /** Writes further files: product, packages, chart. */
  readonly packings: readonly ((packing: PackingInput) => Promise<void>)[];
};

/**
 * Writes the files of a release into an empty or new folder: the sources of the last commit, the bill of materials, the
 * version's part of the changelog, what the packings write, and the SHA-256 of each (`sha256sum -c SHA256SUMS`). Throws a
 * {@link ReleaseError} if there are uncommitted changes, package.json has no version such as 1.2.3, the changelog lacks the
 * version, the folder is not empty, or the commit has a tag of another version, or of a version for which the changelog has no
 * date.
 */
export async function makeRelease({ root, folder, billOfMaterials, packings }: ReleaseOptions): Promise<Release> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim();
  if ((await git('status', '--porcelain')) !== '')
    throw new ReleaseError('there are uncommitted changes: commit them, or undo them');
  const { version } = JSON.parse(await git('show', 'HEAD:package.json')) as { readonly version: string };
  if (!VERSION.test(version)) throw new ReleaseError(`package.json has no version such as 1.2.3, but ${version}`);
  const { heading, notes } = extractReleaseNotes(await git('show', 'HEAD:CHANGELOG.md'), version);
  const isRehearsal = !DATE.test(heading);
  const tags = (await git('tag', '--points-at', 'HEAD', '--list', 'v*')).split('\n').filter((tag) => tag !== '');
  if (tags.length > 0 && !tags.includes(`v${version}`))
    throw new ReleaseError(
      `the commit has the tag ${tags.join(', ')}, and package.json the version ${version}: correct one of them`,
    );
  if (tags.length > 0 && isRehearsal)
    throw new ReleaseError(`CHANGELOG.md has no date for ${version}: write "## [${version}] - YYYY-MM-DD"`);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new ReleaseError(`${folder} is not empty: name a new folder`);
  const name = `slipway-${version}`;
  const sources = join(folder, `${name}-source.tar.gz`);
  await run('git', ['archive', '--format=tar.gz', `--prefix=${name}/`, '-o', sources, 'HEAD'], { cwd: root });
  await writeFile(join(folder, `${name}.cdx.json`), await billOfMaterials());
  await writeFile(join(folder, `${name}.md`), notes);
  const time = Number(await git('log', '-1', '--format=%ct'));
  for (const pack of packings) await pack({ root, folder, version, time });
  const files = (await readdir(folder)).toSorted();
  await writeFile(
    join(folder, CHECKSUMS_FILE),
    (await Promise.all(files.map((file) => computeChecksumLine(folder, file)))).join(''),
  );
  return { version, files: [...files, CHECKSUMS_FILE], isRehearsal };
}

/** Returns the changelog's part of a version: its heading, and the text below (keepachangelog.com). */
function extractReleaseNotes(changelog: string, version: string): { readonly heading: string; readonly notes: string } {
  const parts = changelog.split(/^## /m);
  const part = parts.find((each) =>
    new RegExp(`^\\[?${version.replaceAll('.', String.raw`\.`)}\\]?(?:\\s|$)`).test(each),
  );
  if (part === undefined)
    throw new ReleaseError(`CHANGELOG.md has no part "## [${version}] - YYYY-MM-DD": rename "## [Unreleased]"`);
  const [heading = '', ...lines] = part.split('\n');
  return { heading, notes: `${lines.join('\n').trim()}\n` };
}

async function computeChecksumLine(folder: string, file: string): Promise<string> {
  const sum = createHash('sha256').update(await readFile(join(folder, file)));
  return `${sum.digest('hex')}  ${file}\n`;
}
