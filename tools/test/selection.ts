import type { Check, TestFilter } from './checks.ts';

/** A file of tests, by its path from the project's root, and the titles in it. */
export type TestFile = { readonly path: string; readonly titles: readonly string[] };

export type Suite = {
  /** The check that runs all of it. */
  readonly check: Check;
  readonly files: readonly TestFile[];
};

/** What to run: whole checks, and single files or tests of a suite. */
export type Selection = {
  readonly checks: readonly Check[];
  readonly parts: readonly Part[];
  /** Names that match nothing. */
  readonly unknown: readonly string[];
};

export type Part = TestFilter & { readonly check: Check };

/** `path/to/file.spec.ts:12`, `… › title`, or both: what the list of failures prints to repeat one test. */
const ONE_TEST = /^(?<path>.+?\.(?:test|spec)\.tsx?)(?::(?<line>\d+))?(?: › (?<title>.+))?$/s;

/**
 * Finds what each name means: one test if it is a file with a line or a whole title; else every check and test file whose
 * name or path contains it; else the tests whose title contains it. Case does not matter. What a whole check runs is not run
 * again.
 */
export function select(names: readonly string[], checks: readonly Check[], suites: readonly Suite[]): Selection {
  const chosen = names.map((name) => selectOne(name, checks, suites));
  const whole = checks.filter((check) => chosen.some((one) => one.checks.includes(check)));
  const files = suites.map(({ check, files: all }) => ({
    check,
    files: all.map(({ path }) => path).filter((path) => chosen.some((one) => one.files.has(path))),
  }));
  const filtered = chosen.flatMap((one) => one.parts);
  return {
    checks: whole,
    parts: [...files, ...filtered].filter((part) => part.files.length > 0 && !whole.includes(part.check)),
    unknown: chosen.flatMap((one) => (one.checks.length + one.files.size + one.parts.length > 0 ? [] : [one.name])),
  };
}

type Chosen = {
  readonly name: string;
  readonly checks: readonly Check[];
  readonly files: ReadonlySet<string>;
  readonly parts: readonly Part[];
};

function selectOne(name: string, checks: readonly Check[], suites: readonly Suite[]): Chosen {
  const oneTest = selectTest(name, suites);
  if (oneTest) return { name, checks: [], files: new Set(), parts: [oneTest] };
  const has = (text: string) => text.toLowerCase().includes(name.toLowerCase());
  const found = checks.filter((check) => has(check.name));
  const paths = suites.flatMap(({ files }) => files.map(({ path }) => path).filter(has));
  const titled = suites
    .map(({ check, files }) => ({
      check,
      files: files.filter(({ titles }) => titles.some(has)).map(({ path }) => path),
      title: name,
    }))
    .filter(({ files }) => files.length > 0);
  return { name, checks: found, files: new Set(paths), parts: found.length + paths.length > 0 ? [] : titled };
}

function selectTest(name: string, suites: readonly Suite[]): Part | undefined {
  const { path, line, title } = ONE_TEST.exec(name)?.groups ?? {};
  if (path === undefined || (line === undefined && title === undefined)) return undefined;
  const suite = suites.find(({ files }) => files.some((file) => file.path === path));
  if (!suite) return undefined;
  const files = [line === undefined ? path : `${path}:${line}`];
  return { check: suite.check, files, ...(title !== undefined && { title, isWholeTitle: true }) };
}
