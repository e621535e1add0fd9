import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Archive = {
  /** The compressed archive to write. */
  readonly file: string;
  readonly folder: string;
  /** Name of the folder inside the archive. */
  readonly name: string;
  /** Time of every file, in seconds since 1970. */
  readonly time: number;
  /** Patterns of `tar --exclude`. */
  readonly exclude?: readonly string[];
};

/** Archives a folder so that the same files give the same bytes: sorted, without owners and times of this machine. */
export async function writeArchive({ file, folder, name, time, exclude = [] }: Archive): Promise<void> {
  const plain = `${file}.tar`;
  await run('tar', [
    '--sort=name',
    '--format=gnu',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go-w',
    ...exclude.map((pattern) => `--exclude=${pattern}`),
    `--transform=s,^\\.,${name},S`,
    '-cf',
    plain,
    '-C',
    folder,
    '.',
  ]);
  // `-n` omits the name and the time of the uncompressed file.
  await run('sh', ['-c', 'gzip -n -9 <"$1" >"$2" && rm "$1"', 'sh', plain, file]);
}
