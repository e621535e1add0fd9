import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Check, REPORT_FOLDER, sourceChecks } from './checks.ts';
import { READABLE_REPORTS_VARIABLE, REPORT_VARIABLE, type TestResult } from './report.ts';
import { type RunContext, runTasks, type Task } from './runTasks.ts';

let folder: string;
let lines: string[];
let stopping: AbortController;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-tasks-'));
  mkdirSync(join(folder, REPORT_FOLDER));
  lines = [];
  stopping = new AbortController();
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(tasks: readonly Task[], changes: Partial<RunContext> = {}) {
  const print = (line: string) => lines.push(line.replaceAll(/ *\d+\.\d s/g, ' N s'));
  return runTasks(tasks, { folder, environment: process.env, print, stop: stopping.signal, ...changes });
}

/** Returns the command of a Node program that runs the script, with some file functions imported. */
const node = (script: string) => [
  process.execPath,
  '--input-type=module',
  '--eval',
  `import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  ${script}`,
];

const check = (name: string, changes: Partial<Check> = {}): Check => ({ name, command: [], ...changes });
const task = (name: string, script: string, changes: Partial<Check> = {}): Task => ({
  check: check(name, changes),
  command: node(script),
});
const buildReportScript = (statuses: readonly TestResult['status'][], more = {}) => {
  const results = statuses.map((status) => ({ file: 'a.test.ts', titles: ['adds'], status, seconds: 1 }));
  const report = JSON.stringify({ results, errors: [], parts: [], ...more });
  return `writeFileSync(process.env.${REPORT_VARIABLE}, ${JSON.stringify(report)});`;
};
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('a check without tests', () => {
  test('can read the reports of the tests before it', async () => {
    const tests = task('Units', buildReportScript(['passed']), { report: 'vitest' });
    const reading = task('Statements', `if (!existsSync(process.env.${READABLE_REPORTS_VARIABLE})) process.exit(1);`, {
      readsReports: true,
    });
    expect((await run([tests, reading])).map(({ tally }) => tally.failed)).toEqual([0, 0]);
  });

  test('counts as one test, prints its output if it fails, and does not stop the other checks', async () => {
    const outcomes = await run([
      task('Links', "console.log('two are broken'); console.error('see above'); process.exit(1)"),
      task('Weight', "console.log('all is well')"),
    ]);
    expect(outcomes.map(({ tally }) => [tally.passed, tally.failed])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(outcomes[0]?.tally.failures).toMatchObject([{ file: 'Links', reason: expect.stringContaining('broken') }]);
    expect(lines).toEqual([
      'FAILED N s  Links',
      expect.stringMatching(/^two are broken\nsee above$|^see above\ntwo are broken$/),
      'passed N s  Weight',
    ]);
  });

  test('fails if its program is missing', async () => {
    const [outcome] = await run([{ check: check('Lint'), command: ['no-such-program'] }]);
    expect(outcome?.tally).toMatchObject({ failed: 1, failures: [{ reason: expect.stringContaining('ENOENT') }] });
  });
});

describe('a check with tests', () => {
  const unit = { report: 'vitest' } as const;

  test('has the counts and parts of its report', async () => {
    const parts = [{ name: 'money', seconds: 2 }];
    const script = `${buildReportScript(['passed', 'passed', 'skipped', 'failed'], { parts })} process.exit(1)`;
    const [outcome] = await run([task('Units', script, unit)]);
    expect(outcome?.tally).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
    expect(outcome?.parts).toEqual(parts);
    expect(lines).toEqual(['\nUnits', 'FAILED N s  Units']);
  });

  test('does not count the unselected tests of its files', async () => {
    const filtered = task('Units', buildReportScript(['passed', 'skipped']), unit);
    const [outcome] = await run([{ ...filtered, isFiltered: true }]);
    expect(outcome?.tally).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
  });

  test('fails without a report, ignoring that of the last run', async () => {
    const tasks = [task('Units', '', unit)];
    const passed = await run([task('Units', buildReportScript(['passed']), unit)]);
    expect(passed[0]?.tally).toMatchObject({ passed: 1, failed: 0 });
    expect((await run(tasks))[0]?.tally).toMatchObject({
      passed: 0,
      failed: 1,
      failures: [{ file: 'Units', reason: 'It ended before it wrote its report.' }],
    });
  });
});

describe('a check in a browser', () => {
  const journeys = { report: 'playwright' } as const;
  const recordCallScript = `writeFileSync('call.json', JSON.stringify([process.argv.slice(1), process.env.CHROMIUM_PATH]));`;

  test('gets the browser, and its own output folder for each run', async () => {
    const environment = { ...process.env, CHROMIUM_PATH: process.execPath };
    const tasks = [1, 2].map(() => task('Journeys', `${recordCallScript}${buildReportScript(['passed'])}`, journeys));
    // The first argument after a script belongs to the script.
    const withEnd = tasks.map((one) => ({ ...one, command: [...one.command, '--'] }));
    await run(withEnd.slice(0, 1), { environment });
    expect(JSON.parse(read('call.json'))).toEqual([['--output', `${REPORT_FOLDER}/journeys`], process.execPath]);
    await run(withEnd, { environment });
    expect(JSON.parse(read('call.json'))).toEqual([['--output', `${REPORT_FOLDER}/journeys-2`], process.execPath]);
    const repeated = withEnd.slice(0, 1).map((one) => ({ ...one, outputFolder: 'repeated' }));
    await run(repeated, { environment });
    expect(JSON.parse(read('call.json'))).toEqual([['--output', 'repeated'], process.execPath]);
  });

  test('fails without a browser, and is not started', async () => {
    const environment = { ...process.env, CHROMIUM_PATH: join(folder, 'none') };
    const [outcome] = await run([task('Journeys', recordCallScript, journeys)], { environment });
    expect(outcome?.tally).toMatchObject({
      failed: 1,
      failures: [{ reason: expect.stringContaining('CHROMIUM_PATH') }],
    });
    expect(() => read('call.json')).toThrow('ENOENT');
  });
});

test('runs source checks in parallel, then the others in sequence, and returns outcomes in task order', async () => {
  const [one, other] = sourceChecks;
  if (!one || !other) throw new Error('there are no checks of the sources');
  // Each of the two ends after the other has begun.
  const buildMeetingScript = (own: string, its: string) =>
    `writeFileSync('${own}', ''); while (!existsSync('${its}')) await pause(); appendFileSync('order', '${own} ');`;
  const buildSlowScript = (name: string) =>
    `appendFileSync('order', '${name} begins '); for (let n = 0; n < 5; n += 1) await pause(); appendFileSync('order', '${name} ends ');`;
  const outcomes = await run([
    task('Third', buildSlowScript('third')),
    { check: one, command: node(buildMeetingScript('first', 'second')) },
    task('Fourth', buildSlowScript('fourth')),
    { check: other, command: node(buildMeetingScript('second', 'first')) },
  ]);
  expect(outcomes.map((outcome) => outcome.task.check.name)).toEqual([one.name, other.name, 'Third', 'Fourth']);
  expect(outcomes.map(({ tally }) => tally.passed)).toEqual([1, 1, 1, 1]);
  expect(read('order')).toMatch(/^(first second|second first) third begins third ends fourth begins fourth ends $/);
});

describe('a stopped run', () => {
  test('passes the signal on, and counts tasks that have not started as failed', async () => {
    writeFileSync(join(folder, 'order'), '');
    const waits = task('Waits', "writeFileSync('begun', ''); setInterval(() => undefined, 1_000);");
    const running = run([waits, task('Later', "writeFileSync('later', '')")]);
    await expect.poll(() => read('begun')).toBe('');
    stopping.abort('SIGTERM');
    const outcomes = await running;
    expect(outcomes.map(({ tally }) => tally.failures[0]?.reason)).toEqual([
      'Ended by SIGTERM.',
      'Not begun: the run was stopped.',
    ]);
    expect(() => read('later')).toThrow('ENOENT');
  });

  test('leaves Ctrl-C to the terminal, which sends it to the programs too', async () => {
    const waits =
      "writeFileSync('begun', ''); while (!existsSync('go')) await pause(); console.log('ended by itself');";
    const running = run([task('Waits', waits)]);
    await expect.poll(() => read('begun')).toBe('');
    stopping.abort('SIGINT');
    writeFileSync(join(folder, 'go'), '');
    expect((await running)[0]?.tally).toMatchObject({ passed: 1, failed: 0 });
  });
});
