import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeArchive } from './archive.ts';
import type { PackingInput } from './makeRelease.ts';

const run = promisify(execFile);

/** Builds the product and packs the files of the image's /app, which an installation without containers runs. */
export async function packProduct({ root, folder, version, time }: PackingInput): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'slipway-product-'));
  try {
    await run('npm', ['run', 'build', '--silent'], { cwd: root, maxBuffer: 2 ** 26 });
    await run(join(root, 'deploy/image/assemble.sh'), [join(temporary, 'app')], { cwd: root, maxBuffer: 2 ** 26 });
    const name = `slipway-${version}-product`;
    await writeArchive({ file: join(folder, `${name}.tar.gz`), folder: join(temporary, 'app'), name, time });
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** Builds and packs the packages for npm, as `npm publish` takes them. */
export async function packPackages({ root, folder }: PackingInput): Promise<void> {
  await run('npm', ['run', 'pack', '--silent', '--', '--pack-destination', folder], { cwd: root, maxBuffer: 2 ** 26 });
}
