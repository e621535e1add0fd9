import type { LoadResult } from './load.ts';
import type { WholeOrders } from './wholeOrders.ts';

export type Row = LoadResult & {
  readonly work: string;
  readonly clients: number;
  /** Of the process that answered, for each answer; undefined where it is not ours. */
  readonly processorMs?: number;
  readonly residentMb?: number;
  /** Of the same clients in the same run, against which it is held. */
  readonly limit?: { readonly perSecond: number; readonly p99Ms: number };
};

export function tableOf(rows: readonly Row[]): readonly string[] {
  return [
    '| work | clients | a second | p50 ms | p99 ms | CPU ms each | held MB | of the limit | p99 ÷ its p99 |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(({ work, clients, perSecond, p50Ms, p99Ms, processorMs, residentMb, limit }) =>
      [
        '',
        ` ${work} `,
        ` ${clients} `,
        ` ${Math.round(perSecond)} `,
        ` ${milliseconds(p50Ms)} `,
        ` ${milliseconds(p99Ms)} `,
        ` ${processorMs?.toFixed(2) ?? ''} `,
        ` ${residentMb === undefined ? '' : Math.round(residentMb)} `,
        ` ${limit ? `${Math.round((100 * perSecond) / limit.perSecond)} %` : ''} `,
        ` ${limit ? (p99Ms / limit.p99Ms).toFixed(1) : ''} `,
        '',
      ].join('|'),
    ),
  ];
}

function milliseconds(ms: number): string {
  return ms.toFixed(ms < 100 ? 2 : 0);
}

/** Beside the commits that pgbench makes a second, by its clients. */
export function wholeOrdersTable(
  whole: readonly WholeOrders[],
  limits: ReadonlyMap<number, number>,
): readonly string[] {
  return [
    '| clients | orders | a second | p50 s | p99 s | commits each | log kB each | CPU ms each: api | worker | held MB: api | worker | ÷ (pgbench ÷ commits) |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...whole.map((run) => {
      const limit = limits.get(run.clients);
      const figures = [
        run.clients,
        run.answers,
        run.perSecond.toFixed(2),
        (run.p50Ms / 1000).toFixed(1),
        (run.p99Ms / 1000).toFixed(1),
        run.commits.toFixed(1),
        (run.writtenBytes / 1000).toFixed(0),
        run.apiMs.toFixed(0),
        run.workerMs.toFixed(0),
        run.apiMb.toFixed(0),
        run.workerMb.toFixed(0),
        limit === undefined ? '' : (run.perSecond / (limit / run.commits)).toFixed(3),
      ];
      return `| ${figures.join(' | ')} |`;
    }),
  ];
}

/** When the first and the last of the orders had come so far, and how long it took in the median. */
export function stagesTable(whole: readonly WholeOrders[]): readonly string[] {
  const names = whole[0]?.stages.map(({ name }) => name) ?? [];
  return [
    `| clients | ${names.map((name) => `${name}: first s | last s | median s of an order`).join(' | ')} |`,
    `| ---: |${' ---: | ---: | ---: |'.repeat(names.length)}`,
    ...whole.map(({ clients, stages }) => {
      const figures = stages.flatMap(({ first, last, median }) => [first, last, median].map((of) => of.toFixed(1)));
      return `| ${[clients, ...figures].join(' | ')} |`;
    }),
  ];
}

/** Figures as they were taken, for whoever computes further. */
export function rawFigures(figures: unknown): readonly string[] {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  return [
    '<details><summary>Raw figures</summary>',
    '',
    '```json',
    JSON.stringify(figures, rounded),
    '```',
    '',
    '</details>',
  ];
}
