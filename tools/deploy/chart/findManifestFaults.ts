import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from './renderChart.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** Packages with the types of API groups that Kubernetes itself does not have. */
const MODULES_OF_API_GROUPS: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};

function findTypesModule({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/');
  return `${MODULES_OF_API_GROUPS[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/**
 * Returns the faults of manifests by two checks: the types of the Kubernetes API, which know every field, and its schemas,
 * which know required fields and formats.
 */
export async function findManifestFaults(manifests: readonly Manifest[]): Promise<readonly string[]> {
  const refused = await Promise.all(
    manifests.map(async (manifest) => {
      const { kind } = manifest;
      const models = (await import(findTypesModule(manifest))) as Readonly<Record<string, unknown>>;
      const Model = models[kind] as new (of: Manifest) => { validate(): void };
      try {
        new Model(manifest).validate();
        return [];
      } catch (error) {
        return [`${kind} ${manifest.metadata.name}: ${(error as Error).message}`];
      }
    }),
  );
  return [...refused.flat(), ...findTypeFaults(manifests)];
}

/** Type-checks each manifest as a literal of its type: the compiler reports the first unknown field of each. */
function findTypeFaults(manifests: readonly Manifest[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-chart-'));
  try {
    const source = manifests.map(
      (manifest, index) =>
        `export const manifest${index}: import('${findTypesModule(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
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
