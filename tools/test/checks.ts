/** What `npm test` runs, in this order, from the project's root. Programs are those that npm installed. */
export type Check = {
  readonly name: string;
  readonly command: readonly string[];
  /** Reads how many tests ran from the report it wrote; a check without one counts as one test. */
  readonly report?: 'vitest' | 'playwright';
};

/** The reporters write their JSON to this file. */
export const REPORT_FOLDER = 'test-results';

export const checks: readonly Check[] = [
  { name: 'Types: server, sandbox, tools', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'Types: web app', command: ['tsc', '-p', 'web'] },
  { name: 'Types: service worker', command: ['tsc', '-p', 'web/worker'] },
  { name: 'Lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'Format', command: ['biome', 'check', '.'] },
  { name: 'Styles', command: ['stylelint', '**/*.css'] },
  { name: 'Imports: who may import whom', command: ['node', 'tools/checks/checkImports.ts'] },
  { name: 'Languages: literal texts, keys', command: ['node', 'tools/checks/checkLanguages.ts'] },
  { name: 'Dead code and dependencies', command: ['knip'] },
  { name: 'OpenAPI document', command: ['node', 'tools/checks/checkOpenApi.ts'] },
  { name: 'Lockfile', command: ['node', 'tools/checks/checkLockfile.ts'] },
  { name: 'Secrets', command: ['secretlint', '**/*'] },
  {
    name: 'Unit and integration tests',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT_FOLDER}/vitest.json`,
    ],
    report: 'vitest',
  },
  {
    name: 'Journeys in a browser',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    report: 'playwright',
  },
  // The journeys have built the app.
  { name: 'Weight of the first loads', command: ['size-limit'] },
];
