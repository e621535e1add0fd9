import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { LoadResult } from './load.ts';

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

export type Counts = {
  readonly orders: number;
  readonly roundTrips: number;
  readonly writtenBytes: number;
  readonly rows: ReadonlyMap<string, number>;
};

export function tableOf(rows: readonly Row[]): readonly string[] {
  return [
    '| work | clients | a second | p50 ms | p99 ms | CPU ms each | held MB | of the limit | p99 beside it |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(({ work, clients, perSecond, p50Ms, p99Ms, processorMs, residentMb, limit }) =>
      [
        '',
        ` ${work} `,
        ` ${clients} `,
        ` ${Math.round(perSecond)} `,
        ` ${p50Ms} `,
        ` ${p99Ms ?? ''} `,
        ` ${processorMs?.toFixed(2) ?? ''} `,
        ` ${residentMb === undefined ? '' : Math.round(residentMb)} `,
        ` ${limit ? `${Math.round((100 * perSecond) / limit.perSecond)} %` : ''} `,
        ` ${limit?.p99Ms && p99Ms ? (p99Ms / limit.p99Ms).toFixed(1) : ''} `,
        '',
      ].join('|'),
    ),
  ];
}

export function machineLine(): string {
  const [processor] = cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const isChanged = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim() !== '';
  return `Commit ${commit}${isChanged ? ' and changes' : ''}, ${cpus().length} processors (${processor?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}.`;
}

export async function appendTo(file: string, lines: readonly string[]): Promise<void> {
  const before = await readFile(file, 'utf8');
  await writeFile(file, `${before.trimEnd()}\n\n${lines.join('\n')}\n`);
}
