import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { CHART, overDefaults, readValues, renderTexts } from './renderChart.ts';

const SOURCE = fileURLToPath(new URL('render.go', import.meta.url));
/** Where Debian lays golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev. */
const GOPATH = '/usr/share/gocode';

const documents = (text: string) => parseAllDocuments(text, { version: '1.1' }).map((one) => one.toJS() as unknown);

/**
 * The chart by Go's templates and Sprig, which are those of Helm: the same as by our reading of them, on which `npm test` stands.
 * It takes `apt-get install golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev`.
 */
test.skipIf(!existsSync(`${GOPATH}/src/github.com/Masterminds/sprig`)).each([
  [
    'the smallest installation',
    {
      publicUrl: 'https://buy.example.com',
      operatorRootKeys: 'anna=KEY,ben=KEY',
      console: { url: 'https://console.example.com' },
    },
  ],
  ['the example', readValues('examples/production.yaml')],
  [
    'one with everything',
    {
      ...readValues('examples/production.yaml'),
      bankFiles: { existingClaim: 'bank', receivedClaim: 'received' },
      serviceAccountName: 'slipway',
      nodeSelector: { zone: 'a' },
      tolerations: [{ key: 'only', operator: 'Equal', value: 'slipway', effect: 'NoSchedule' }],
      podAnnotations: { 'example.com/team': 'payments' },
      serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    },
  ],
])(
  '%s is the same by Go',
  (_name, own) => {
    const values = overDefaults(own);
    const folder = mkdtempSync(join(tmpdir(), 'slipway-render-'));
    try {
      writeFileSync(join(folder, 'values.json'), JSON.stringify(values));
      const { status, stdout, stderr } = spawnSync('go', ['run', SOURCE, CHART, join(folder, 'values.json')], {
        encoding: 'utf8',
        env: { ...process.env, GOPATH, GO111MODULE: 'off', GOCACHE: join(folder, 'cache') },
      });
      expect(status, stderr).toBe(0);
      const byGo = JSON.parse(stdout) as Readonly<Record<string, string>>;
      const byUs = renderTexts(values);
      expect(Object.keys(byGo).toSorted()).toEqual([...byUs.keys()].toSorted());
      for (const [file, text] of byUs) {
        if (file.endsWith('.txt')) expect(byGo[file]).toBe(text);
        else expect(documents(byGo[file] ?? '')).toEqual(documents(text));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
