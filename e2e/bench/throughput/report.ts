import type { LoadResult } from './load.ts';
import type { WholeOrders } from './wholeOrders.ts';

export type Row = Omit<LoadResult, 'p99Ms'> & {
  /** Undefined where the mean alone is known. */
  readonly p99Ms: number | undefined;
  readonly work: string;
  readonly clients: number;
  /** Of the process that answered, for each answer; undefined where it is not ours. */
  readonly processorMs?: number;
  readonly residentMb?: number;
  /** Of the same clients in the same run, against which it is held. */
  readonly limit?: { readonly perSecond: number; readonly p99Ms?: number };
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
        ` ${p99Ms === undefined ? '' : milliseconds(p99Ms)} `,
        ` ${processorMs?.toFixed(2) ?? ''} `,
        ` ${residentMb === undefined ? '' : Math.round(residentMb)} `,
        ` ${limit ? `${Math.round((100 * perSecond) / limit.perSecond)} %` : ''} `,
        ` ${limit?.p99Ms && p99Ms ? (p99Ms / limit.p99Ms).toFixed(1) : ''} `,
        '',
      ].join('|'),
    ),
  ];
}

function milliseconds(ms: number): string {
  return ms.toFixed(ms < 100 ? 2 : 0);
}

export function wholeOrdersTable(
  whole: readonly WholeOrders[],
  limits: ReadonlyMap<number, number>,
): readonly string[] {
  return [
    '| clients | orders | a second | p50 s | p99 s | commits each | log kB each | CPU ms each: api | worker | held MB: api | worker | ÷ (pgbench ÷ commits) |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...whole.map((run) => {
      const limit = limits.get(run.clients);
      const ofLimit = limit === undefined ? '' : `${((100 * run.perSecond * run.commits) / limit).toFixed(0)} %`;
      const figures = [
        run.clients,
        run.answers,
        run.perSecond.toFixed(2),
        (run.p50Ms / 1000).toFixed(1),
        (run.p99Ms / 1000).toFixed(1),
        run.commits.toFixed(0),
        (run.writtenBytes / 1000).toFixed(0),
        run.apiMs.toFixed(0),
        run.workerMs.toFixed(0),
        run.apiMb.toFixed(0),
        run.workerMb.toFixed(0),
        ofLimit,
      ];
      return `| ${figures.join(' | ')} |`;
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
