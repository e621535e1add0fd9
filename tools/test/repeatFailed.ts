import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, REPORT_FOLDER } from './checks.ts';
import { buildExactName, describeTest } from './failureText.ts';
import type { TestResult } from './report.ts';
import { type RunContext, runTasks, type TaskOutcome } from './runTasks.ts';
import { selectTests } from './selection.ts';

/** More failures rarely have their cause in a single test. */
const MAX_REPEATED = 5;

/**
 * Runs each failed browser test once more in isolation, with a trace, since tracing every test would take a quarter longer.
 * Returns a note for each repeated test. The result of the run is unchanged.
 */
export async function repeatFailed(
  outcomes: readonly TaskOutcome[],
  surroundings: RunContext,
): Promise<ReadonlyMap<TestResult, string>> {
  const notes = new Map<TestResult, string>();
  if (surroundings.environment['TRACE']) return notes;
  const failures = outcomes
    .filter(({ task }) => task.check.report === 'playwright')
    .flatMap(({ task, tally }) => tally.failures.map((failure) => ({ check: task.check, failure })))
    .filter(({ failure }) => failure.status === 'failed' && failure.titles.length > 0);
  const repeated = failures.slice(0, MAX_REPEATED);
  if (repeated.length === 0) return notes;
  surroundings.print(
    `\nRepeating ${repeated.length} of ${failures.length} failed browser tests, each by itself and with a trace`,
  );
  for (const [index, { check, failure }] of repeated.entries()) {
    if (surroundings.stop.aborted) break;
    notes.set(failure, await repeatOne(check, buildExactName(failure), index + 1, surroundings));
  }
  return notes;
}

async function repeatOne(check: Check, name: string, number: number, surroundings: RunContext): Promise<string> {
  const folder = join(REPORT_FOLDER, 'repeated', String(number));
  const [, file = ''] = /^(.+?\.spec\.ts)/.exec(name) ?? [];
  const [part] = selectTests([name], [], [{ check, files: [{ path: file, titles: [] }] }]).parts;
  const command = part && check.tests?.commandFor(part);
  if (!command) return 'could not be repeated';
  const logs = setLogsAside(surroundings.folder, join(surroundings.folder, folder));
  try {
    const [outcome] = await runTasks([{ check, command: [...command], outputFolder: folder }], {
      ...surroundings,
      environment: { ...surroundings.environment, TRACE: '1' },
    });
    const [again] = outcome?.tally.failures ?? [];
    if (!again) return 'repeated by itself it passed: it depends on other tests, on the order or on the load';
    const trace = again.attachments?.find(({ name: kind }) => kind === 'trace');
    const traceNote = trace && 'path' in trace ? `; trace: npx playwright show-trace '${trace.path}'` : '';
    return `repeated by itself it failed again${again.titles.length > 0 ? '' : `, before the test (${describeTest(again)})`}${traceNote}`;
  } finally {
    logs.putBack();
  }
}

/**
 * Moves the logs of the run away, since the repetition would overwrite them. `putBack` moves the repetition's logs to `ownFolder`
 * and restores those of the run.
 */
function setLogsAside(projectFolder: string, ownFolder: string): { putBack(): void } {
  const logs = join(projectFolder, REPORT_FOLDER, 'logs');
  const aside = join(projectFolder, REPORT_FOLDER, 'logs-of-the-run');
  rmSync(aside, { recursive: true, force: true });
  if (existsSync(logs)) renameSync(logs, aside);
  return {
    putBack() {
      const ownLogs = join(ownFolder, 'logs');
      rmSync(ownLogs, { recursive: true, force: true });
      if (existsSync(logs) && existsSync(ownFolder)) renameSync(logs, ownLogs);
      rmSync(logs, { recursive: true, force: true });
      if (existsSync(aside)) renameSync(aside, logs);
    },
  };
}
