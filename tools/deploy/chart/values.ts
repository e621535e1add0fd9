import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const CHART = fileURLToPath(new URL('../../../deploy/helm/slipway/', import.meta.url));

export type Values = Readonly<Record<string, unknown>>;

export function readValues(path: string): Values {
  return (parse(readFileSync(`${CHART}${path}`, 'utf8')) ?? {}) as Values;
}

/** Merges an operator's values into those of the chart, table by table, like Helm. */
export function mergeWithDefaults(own: Values, defaults: Values = readValues('values.yaml')): Values {
  const isTable = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const merged = Object.entries(own).map(([name, value]) => {
    const before = defaults[name];
    return [name, isTable(value) && isTable(before) ? mergeWithDefaults(value, before) : value];
  });
  return { ...defaults, ...Object.fromEntries(merged) };
}
