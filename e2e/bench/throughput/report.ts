import type { LoadResult } from './load.ts';
import type { WholeOrderFigures } from './wholeOrders.ts';

export type ThroughputRow = LoadResult & {
  readonly work: string;
  readonly clients: number;
  /** Processor time of the answering process per response; undefined if the process is not part of the product. */
  readonly processorMs?: number;
  readonly residentMb?: number;
  /** The limit for comparison, measured with the same number of clients in the same run. */
  readonly limit?: { readonly perSecond: number; readonly p99Ms: number };
};

export function formatThroughputTable(rows: readonly ThroughputRow[]): readonly string[] {
  return [
    '| work | clients | a second | p50 ms | p99 ms | CPU ms each | memory MB | share of the limit | p99 ÷ the limit’s p99 |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(({ work, clients, perSecond, p50Ms, p99Ms, processorMs, residentMb, limit }) =>
      [
        '',
        ` ${work} `,
        ` ${clients} `,
        ` ${Math.round(perSecond)} `,
        ` ${formatMilliseconds(p50Ms)} `,
        ` ${formatMilliseconds(p99Ms)} `,
        ` ${processorMs?.toFixed(2) ?? ''} `,
        ` ${residentMb === undefined ? '' : Math.round(residentMb)} `,
        ` ${limit ? `${Math.round((100 * perSecond) / limit.perSecond)} %` : ''} `,
        ` ${limit ? (p99Ms / limit.p99Ms).toFixed(1) : ''} `,
        '',
      ].join('|'),
    ),
  ];
}

function formatMilliseconds(ms: number): string {
  return ms.toFixed(ms < 100 ? 2 : 0);
}

/** Formats whole orders next to pgbench's commits per second, by number of clients. */
export function formatWholeOrdersTable(
  whole: readonly WholeOrderFigures[],
  limits: ReadonlyMap<number, number>,
): readonly string[] {
  return [
    '| clients | orders | a second | p50 s | p99 s | commits per order | writing commits | WAL kB | CPU ms: api | worker | peak memory MB: api | worker | share of the limit |',
    `|${' ---: |'.repeat(13)}`,
    ...whole.map((run) => {
      const limit = limits.get(run.clients);
      const figures = [
        run.clients,
        run.answers,
        run.perSecond.toFixed(2),
        (run.p50Ms / 1000).toFixed(1),
        (run.p99Ms / 1000).toFixed(1),
        run.commits.toFixed(1),
        run.writes.toFixed(1),
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

/** Formats when the first and the last order reached each stage, and the median time of an order. */
export function formatStagesTable(whole: readonly WholeOrderFigures[]): readonly string[] {
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
