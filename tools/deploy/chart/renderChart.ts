import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { type Node, readTemplate } from './readTemplate.ts';
import { renderTemplate } from './renderTemplate.ts';

export const CHART = fileURLToPath(new URL('../../../deploy/helm/slipway/', import.meta.url));

export type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly [key: string]: unknown;
};

type Values = Readonly<Record<string, unknown>>;

const read = (path: string) => readFileSync(`${CHART}${path}`, 'utf8');

export const readValues = (path: string) => (parse(read(path)) ?? {}) as Values;

/** An operator's values over those of the chart, table by table, as Helm lays them. */
export function overDefaults(own: Values, defaults: Values = readValues('values.yaml')): Values {
  const isTable = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const laid = Object.entries(own).map(([name, value]) => {
    const before = defaults[name];
    return [name, isTable(value) && isTable(before) ? overDefaults(value, before) : value];
  });
  return { ...defaults, ...Object.fromEntries(laid) };
}

/** What `helm template` would write of these values, file by file. */
export function renderTexts(values: Values): ReadonlyMap<string, string> {
  const chart = readValues('Chart.yaml');
  const whole = {
    Values: values,
    Release: { Name: 'slipway', Namespace: 'slipway', Service: 'Helm' },
    Chart: { Name: chart['name'], Version: chart['version'], AppVersion: chart['appVersion'] },
    Files: { Get: read },
  };
  const files = globSync('templates/*', { cwd: CHART }).toSorted();
  const templates = files.map((file) => ({ file, ...readTemplate(read(file)) }));
  const defined = new Map<string, readonly Node[]>(templates.flatMap((template) => [...template.defined]));
  return new Map(
    templates
      .filter(({ file }) => !file.endsWith('.tpl'))
      .map(({ file, body }) => [file, renderTemplate(body, whole, defined)]),
  );
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
