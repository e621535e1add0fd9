import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files other than manifests that name the version, each with the text before it. */
const PLACES: readonly (readonly [file: string, before: string])[] = [
  ['Dockerfile', 'ARG VERSION='],
  ['deploy/helm/slipway/Chart.yaml', 'version: '],
  ['deploy/helm/slipway/Chart.yaml', 'appVersion: '],
  ['.env.example', 'SLIPWAY_IMAGE=slipway:'],
  ['docs/installing.md', 'docker build -t slipway:'],
  ['e2e/compose/confinement.ts', ' slipway:'],
  ['e2e/compose/containers.ts', ' slipway:'],
];

type Manifest = {
  name: string;
  version: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

/**
 * Replaces the product's version in every place that names it: the manifests of the root and the workspaces, the lock file, and
 * those files of {@link PLACES} that exist. Throws if one of the latter does not contain the current version.
 */
export function writeVersion(root: string, version: string): void {
  const { version: former, workspaces = [] } = readJson(join(root, 'package.json')) as Manifest;
  for (const [file, before] of PLACES.filter(([each]) => existsSync(join(root, each)))) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes(`${before}${former}`)) throw new Error(`${file} does not have "${before}${former}"`);
    writeFileSync(join(root, file), text.replaceAll(`${before}${former}`, `${before}${version}`));
  }
  const lockFile = join(root, 'package-lock.json');
  const lock = readJson(lockFile) as { version: string; packages: Record<string, Manifest> };
  lock.version = version;
  for (const folder of ['', ...workspaces]) {
    const file = join(root, folder, 'package.json');
    const manifest = readJson(file) as Manifest;
    for (const each of [manifest, lock.packages[folder] ?? {}]) updateManifest(each, version);
    writeJson(file, manifest);
  }
  writeJson(lockFile, lock);
}

/** Packages of this project depend on each other's exact version. */
function updateManifest(manifest: Partial<Manifest>, version: string): void {
  manifest.version = version;
  for (const needed of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(needed ?? {}))
      if (needed !== undefined && name.startsWith('@slipway/')) needed[name] = version;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
