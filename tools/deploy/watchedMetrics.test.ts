import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Context } from '../../server/app/context.ts';
import { collectGauges } from '../../server/app/gauges/collectGauges.ts';
import { collectBudget } from '../../server/app/gauges/watchBudget.ts';
import { createMetrics } from '../../server/platform/metrics/metrics.ts';
import { emptyPriceBook } from '../../server/purchase/quote/priceBook.ts';
import { createSignerMetrics, type SignerGaugeSources } from '../../server/signer/signerMetrics.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url)), 'utf8');

type Rule = { readonly alert: string; readonly expr: string; readonly annotations: Readonly<Record<string, string>> };
type Dashboard = {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
};

const { groups } = parse(read('prometheus/alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('grafana/dashboard.json')) as Dashboard;

/** Returns the names that Prometheus gives the product's metrics: three for a histogram. */
async function listDeclaredNames(): Promise<ReadonlySet<string>> {
  const metrics = createMetrics({ readTimeoutMs: 1_000 });
  // The reads of this empty context fail, so the gauges have no values, but they are declared.
  collectGauges(metrics, {} as Context);
  collectBudget(metrics, { id: 'kraken' });
  const noLimits = { transactionCents: 1n, feeCents: 1n, hourCents: 1n, dayCents: 1n, dayUnits: new Map() };
  const signer = createSignerMetrics({
    limits: () => noLimits,
    record: { listPaidSince: () => [] },
    prices: { book: () => emptyPriceBook },
    findStopReason: async () => undefined,
    contradictions: () => [],
    now: () => new Date(),
  } satisfies SignerGaugeSources);
  const text = `${await metrics.render()}\n${await signer.render()}`;
  const declared = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  return new Set(
    declared.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const watched = [
  ...rules.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`the panel ${title}`, expr] as const)),
];

test.each(watched)('%s uses metrics that the product exports', async (_name, expr) => {
  const names = expr.match(/\b(?:slipway|process|nodejs)_\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(0);
  const declared = await listDeclaredNames();
  expect(names.filter((name) => !declared.has(name))).toEqual([]);
});

test.each(watched)('%s is written in PromQL', (_name, expr) => {
  const faults: string[] = [];
  // Replaces Grafana's placeholder for an interval.
  parser
    .parse(expr.replace('$__rate_interval', '5m'))
    .iterate({ enter: ({ type, from, to }) => void (type.isError && faults.push(expr.slice(from, to))) });
  expect(faults).toEqual([]);
});

test('every alert has a unique name, and describes what to do', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  expect(rules.filter(({ annotations }) => !annotations['summary'] || !annotations['description'])).toEqual([]);
});

test('every gauge of the product but one has an alert or a panel', async () => {
  const expressions = watched.map(([, expr]) => expr).join('\n');
  const gauges = [...(await listDeclaredNames())].filter((name) =>
    /^slipway_(?!.*(?:_total|_bucket|_sum|_count)$)/.test(name),
  );
  const elsewhere = ['slipway_sanctions_edition_age_seconds'];
  expect(gauges.filter((name) => !expressions.includes(name))).toEqual(elsewhere);
});
