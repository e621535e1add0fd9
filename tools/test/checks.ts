/** What `npm test` runs, in this order, from the project's root. Programs are those that npm installed. */
export type Check = {
  readonly name: string;
  readonly command: readonly string[];
  /** Reads how many tests ran from the report it wrote; a check without one counts as one test. */
  readonly report?: 'vitest' | 'playwright';
  /** Where its tests lie, and how only some of them are run; absent where a check is one thing. */
  readonly tests?: {
    readonly pattern: string;
    commandsFor(files: readonly string[], title: string | undefined): readonly (readonly string[])[];
  };
};

/** The reporters write their JSON to this file. */
export const REPORT_FOLDER = 'test-results';

const VITEST = [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT_FOLDER}/vitest.json`,
];
const PLAYWRIGHT = ['playwright', 'test', '--config', 'e2e/playwright.config.ts'];

/** The projects of e2e/playwright.config.ts, and where their tests lie. */
const PROJECTS = {
  start: ['e2e/start/'],
  exclusive: ['e2e/exclusive/'],
  purchases: ['e2e/journeys/', 'e2e/specification/'],
  console: ['e2e/console/'],
  late: ['e2e/late/'],
  screens: ['e2e/places/', 'e2e/screens/'],
  rest: ['e2e/rest/'],
} as const;

/** Those that read the sources and nothing else; what takes longest begins first. */
export const sourceChecks: readonly Check[] = [
  { name: 'Types: server, sandbox, tools', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'Dead code and dependencies', command: ['knip'] },
  { name: 'Types: web app', command: ['tsc', '-p', 'web'] },
  { name: 'Types: console, look', command: ['tsc', '-p', 'console'] },
  { name: 'Types: embed', command: ['tsc', '-p', 'embed'] },
  { name: 'Types: service worker', command: ['tsc', '-p', 'web/worker'] },
  { name: 'Format', command: ['biome', 'check', '.'] },
  { name: 'Styles', command: ['stylelint', '**/*.css'] },
  { name: 'Imports: who may import whom', command: ['node', 'tools/checks/checkImports.ts'] },
  { name: 'Languages: literal texts, keys', command: ['node', 'tools/checks/checkLanguages.ts'] },
  { name: 'OpenAPI document', command: ['node', 'tools/checks/checkOpenApi.ts'] },
  { name: 'Lockfile', command: ['node', 'tools/checks/checkLockfile.ts'] },
  { name: 'Dependencies: budget, reasons, licences, scripts', command: ['node', 'tools/checks/checkDependencies.ts'] },
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
      commandsFor: (files, title) => [[...VITEST, ...files, ...(title === undefined ? [] : ['-t', literally(title)])]],
    },
  },
  {
    name: 'Journeys in a browser',
    command: PLAYWRIGHT,
    report: 'playwright',
    tests: {
      pattern: 'e2e/{start,journeys,specification,console,exclusive,late,places,screens,rest}/*.spec.ts',
      // By themselves, without the others that a project otherwise waits for.
      commandsFor: (files, title) =>
        Object.entries(PROJECTS).flatMap(([project, folders]) => {
          const own = files.filter((file) => folders.some((folder) => file.startsWith(folder)));
          const filter = title === undefined ? [] : ['--grep', literally(title)];
          return own.length === 0
            ? []
            : [[...PLAYWRIGHT, '--project', project, '--no-deps', ...filter, ...own.map(literally)]];
        }),
    },
  },
  // The journeys have built the app.
  { name: 'Weight of the first loads', command: ['size-limit'] },
];

/** As a pattern that matches the text alone, whatever its case. */
function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
