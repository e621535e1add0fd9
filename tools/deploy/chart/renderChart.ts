import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { CHART, type Values } from './values.ts';

const SOURCE = fileURLToPath(new URL('render.go', import.meta.url));
/** Folder in which Debian installs golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev. */
const GOPATH = '/usr/share/gocode';

export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly [key: string]: unknown;
};

let builtFolder: string | undefined;

/** Returns the folder of the renderer, which is built once per process. */
function buildRenderer(): string {
  if (builtFolder !== undefined) return builtFolder;
  const made = mkdtempSync(join(tmpdir(), 'slipway-render-'));
  process.once('exit', () => rmSync(made, { recursive: true }));
  execFileSync('go', ['build', '-o', join(made, 'render'), SOURCE], {
    env: { ...process.env, GOPATH, GO111MODULE: 'off', GOCACHE: join(made, 'cache') },
  });
  builtFolder = made;
  return made;
}

/**
 * Returns the output of `helm template` for these values, by file, using Helm's template engine: Go templates with Sprig.
 * Throws with the template's message if a value is missing. Requires `apt-get install golang-go
 * golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev`.
 */
export function renderTexts(values: Values): ReadonlyMap<string, string> {
  const renderer = buildRenderer();
  const file = join(renderer, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const { status, stdout, stderr } = spawnSync(join(renderer, 'render'), [CHART, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return new Map(Object.entries(JSON.parse(stdout) as Readonly<Record<string, string>>));
}

export function renderChart(values: Values): readonly Manifest[] {
  return [...renderTexts(values)]
    .filter(([file]) => file.endsWith('.yaml'))
    .flatMap(([file, text]) =>
      parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('\n')}\n${text}`);
        const manifest = document.toJS() as Manifest | null;
        return manifest === null ? [] : [manifest];
      }),
    );
}
