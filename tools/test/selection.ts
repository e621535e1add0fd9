import type { Check } from './checks.ts';

/** A file of tests, by its path from the project's root, and the titles in it. */
export type TestFile = { readonly path: string; readonly titles: readonly string[] };

export type Suite = {
  /** The check that runs all of it. */
  readonly check: Check;
  readonly files: readonly TestFile[];
};

/** What to run: whole checks, and of a suite single files or single titles. */
export type Selection = {
  readonly checks: readonly Check[];
  readonly parts: readonly {
    readonly check: Check;
    readonly files: readonly string[];
    /** Only tests whose title has it; all of the files where it is left out. */
    readonly title?: string;
  }[];
  /** Names that nothing has. */
  readonly unknown: readonly string[];
};

/**
 * Finds what each name means: every check and file of tests whose name or path has it; where there is none, the tests whose
 * title has it. Capitals do not matter. What a whole check runs already is not run again.
 */
export function select(names: readonly string[], checks: readonly Check[], suites: readonly Suite[]): Selection {
  const chosen = names.map((name) => selectOne(name, checks, suites));
  const whole = checks.filter((check) => chosen.some((one) => one.checks.includes(check)));
  const files = suites.map(({ check, files: all }) => ({
    check,
    files: all.map(({ path }) => path).filter((path) => chosen.some((one) => one.files.has(path))),
  }));
  const titled = chosen.flatMap(({ name, titled: found }) => found.map((part) => ({ ...part, title: name })));
  return {
    checks: whole,
    parts: [...files, ...titled].filter((part) => part.files.length > 0 && !whole.includes(part.check)),
    unknown: chosen.flatMap((one) => (one.checks.length + one.files.size + one.titled.length > 0 ? [] : [one.name])),
  };
}

function selectOne(name: string, checks: readonly Check[], suites: readonly Suite[]) {
  const has = (text: string) => text.toLowerCase().includes(name.toLowerCase());
  const found = checks.filter((check) => has(check.name));
  const paths = suites.flatMap(({ files }) => files.map(({ path }) => path).filter(has));
  const named = found.length + paths.length > 0;
  const titled = suites
    .map(({ check, files }) => ({
      check,
      files: files.filter(({ titles }) => titles.some(has)).map(({ path }) => path),
    }))
    .filter(({ files }) => files.length > 0);
  return { name, checks: found, files: new Set(paths), titled: named ? [] : titled };
}
