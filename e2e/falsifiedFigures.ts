import type { ToldFigures } from './consoleFigures.ts';

/** The same answers with one figure otherwise by its last digit, each in turn: by where it stands. */
export function* falsified(told: ToldFigures): Generator<readonly [string, ToldFigures]> {
  for (const path of figurePaths(told)) {
    const copy = structuredClone(told);
    const parent = path.slice(0, -1).reduce((at, step) => at[step] as Branch, copy as unknown as Branch);
    const last = path.at(-1) ?? '';
    const figure = parent[last];
    parent[last] = typeof figure === 'number' ? figure + 1 : oneMore(String(figure));
    yield [path.join('.'), copy];
  }
}

type Branch = Record<string, unknown>;
/** Figures that are not of the books: what a coin is worth now by its place, how long it lasts, what a place said a while ago. */
const BESIDE: ReadonlySet<string> = new Set([
  'worth',
  'lastsHours',
  'neededDaily',
  'told',
  'reserved',
  'failures',
  'differenceId',
  'hour',
]);
const FIGURE = /^-?\d+(\.\d+)?$/;

function figurePaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'number' || (typeof value === 'string' && FIGURE.test(value))) return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    BESIDE.has(name) && path[1] !== 'owed' ? [] : figurePaths(inner, [...path, name]),
  );
}

function oneMore(figure: string): string {
  const last = figure.at(-1) ?? '0';
  return figure.slice(0, -1) + (last === '9' ? '8' : String(Number(last) + 1));
}
