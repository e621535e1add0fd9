import type { Check, TestFilter } from './checks.ts';

/** A test file by its path from the project's root, and the titles in it. */
export type TestFile = { readonly path: string; readonly titles: readonly string[] };

export type Suite = {
  /** The check that runs all its files. */
  readonly check: Check;
  readonly files: readonly TestFile[];
};

/** The selected whole checks, and single files or tests of a suite. */
export type Selection = {
  readonly checks: readonly Check[];
  readonly parts: readonly FilteredCheck[];
  /** Names that match nothing. */
  readonly unknown: readonly string[];
};

export type FilteredCheck = TestFilter & { readonly check: Check };

/** `path/to/file.spec.ts:12`, `… › title`, or both, as the list of failures prints to repeat one test. */
const SINGLE_TEST_NAME = /^(?<path>.+?\.(?:test|spec)\.tsx?)(?::(?<line>\d+))?(?: › (?<title>.+))?$/s;

/**
 * Resolves each name: to one test if it is a file with a line or a whole title; otherwise to every check and test file whose
 * name or path contains it; otherwise to the tests whose title contains it. Ignores case. Tests of a selected whole check are
 * not run again.
 */
export function selectTests(names: readonly string[], checks: readonly Check[], suites: readonly Suite[]): Selection {
  const chosen = names.map((name) => matchName(name, checks, suites));
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

type NameMatches = {
  readonly name: string;
  readonly checks: readonly Check[];
  readonly files: ReadonlySet<string>;
  readonly parts: readonly FilteredCheck[];
};

function matchName(name: string, checks: readonly Check[], suites: readonly Suite[]): NameMatches {
  const oneTest = findSingleTest(name, suites);
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

function findSingleTest(name: string, suites: readonly Suite[]): FilteredCheck | undefined {
  const { path, line, title } = SINGLE_TEST_NAME.exec(name)?.groups ?? {};
  if (path === undefined || (line === undefined && title === undefined)) return undefined;
  const suite = suites.find(({ files }) => files.some((file) => file.path === path));
  if (!suite) return undefined;
  const files = [line === undefined ? path : `${path}:${line}`];
  return { check: suite.check, files, ...(title !== undefined && { title, isWholeTitle: true }) };
}
