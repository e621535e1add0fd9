import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from './renderChart.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** Kinds of the Prometheus operator; all others are Kubernetes' own. */
const OPERATORS = 'monitoring.coreos.com/';

function moduleOf({ apiVersion, kind }: Manifest): string {
  const home = apiVersion.startsWith(OPERATORS) ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  return `${home}/${apiVersion}/${kind}`;
}

/**
 * What Kubernetes would not understand, in two ways: by the types of its API, which know every field, and by its schemas, which
 * know what is needed and how it is written.
 */
export async function manifestFaults(manifests: readonly Manifest[]): Promise<readonly string[]> {
  const refused = await Promise.all(
    manifests.map(async (manifest) => {
      const { kind } = manifest;
      const models = (await import(moduleOf(manifest))) as Readonly<Record<string, unknown>>;
      const Model = models[kind] as new (of: Manifest) => { validate(): void };
      try {
        new Model(manifest).validate();
        return [];
      } catch (error) {
        return [`${kind} ${manifest.metadata.name}: ${(error as Error).message}`];
      }
    }),
  );
  return [...refused.flat(), ...typeFaults(manifests)];
}

/** Each as a literal of its type, in the eyes of the compiler: it names the first field of each that there is not. */
function typeFaults(manifests: readonly Manifest[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-chart-'));
  try {
    const source = manifests.map(
      (manifest, index) =>
        `export const manifest${index}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(join(folder, 'manifests.ts'), source.join('\n'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      skipLibCheck: true,
      types: [],
      paths: { '*': [`${MODULES}*`] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
    const { status, stdout } = spawnSync(process.execPath, [`${MODULES}typescript/bin/tsc`, '-p', folder], {
      encoding: 'utf8',
    });
    return status === 0 ? [] : stdout.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
