import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { writeArchive } from './archive.ts';
import { type PackingInput, ReleaseError } from './makeRelease.ts';

/**
 * Packs the Helm chart as `helm package` does, NAME-VERSION.tgz, but with the same bytes on every machine. Throws a
 * {@link ReleaseError} if the chart has another version.
 */
export async function packChart({ root, folder, version, time }: PackingInput): Promise<void> {
  const chart = join(root, 'deploy/helm/slipway');
  const named = parse(await readFile(join(chart, 'Chart.yaml'), 'utf8')) as { name: string; version: string };
  if (named.version !== version)
    throw new ReleaseError(`Chart.yaml has version ${named.version}: run npm run set-version -- ${version}`);
  const ignored = await readFile(join(chart, '.helmignore'), 'utf8');
  await writeArchive({
    file: join(folder, `${named.name}-${version}.tgz`),
    folder: chart,
    name: named.name,
    time,
    exclude: ignored
      .split('\n')
      .map((line) => line.trim().replace(/\/$/, ''))
      .filter((line) => line !== '' && !line.startsWith('#')),
  });
}
