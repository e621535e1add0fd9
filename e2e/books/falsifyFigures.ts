import type { ConsoleFigures } from './consoleFigures.ts';

/** Yields copies of the figures, each with one figure changed in its last digit, and the path of that figure. */
export function* falsifyFigures(figures: ConsoleFigures): Generator<readonly [string, ConsoleFigures]> {
  for (const path of listFigurePaths(figures)) {
    const copy = structuredClone(figures);
    const parent = path.slice(0, -1).reduce((at, step) => at[step] as Branch, copy as unknown as Branch);
    const last = path.at(-1) ?? '';
    const figure = parent[last];
    parent[last] = typeof figure === 'number' ? figure + 1 : changeLastDigit(String(figure));
    yield [path.join('.'), copy];
  }
}

type Branch = Record<string, unknown>;
/**
 * Figures that are not from the books, such as current values, estimates and balances that an account reported earlier. In
 * `liabilitiesByAccount` all figures are from the books.
 */
const NOT_FROM_BOOKS: ReadonlySet<string> = new Set([
  'worth',
  'lastsHours',
  'neededDaily',
  'reported',
  'reserved',
  'failures',
  'differenceId',
  'hour',
]);
const FIGURE = /^-?\d+(\.\d+)?$/;

function listFigurePaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'number' || (typeof value === 'string' && FIGURE.test(value))) return [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    NOT_FROM_BOOKS.has(name) && path[1] !== 'liabilitiesByAccount' ? [] : listFigurePaths(inner, [...path, name]),
  );
}

function changeLastDigit(figure: string): string {
  const last = figure.at(-1) ?? '0';
  return figure.slice(0, -1) + (last === '9' ? '8' : String(Number(last) + 1));
}
