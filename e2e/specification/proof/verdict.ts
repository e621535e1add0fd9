import type { TestResult } from '../../../tools/test/report.ts';
import type { BreakableStatement } from '../breaks.ts';
import { findResults, type TestRun } from './runTests.ts';

export type Verdict = {
  readonly id: string;
  readonly text: string;
  readonly by: string;
  /** `red`: the test noticed the break. `green`: it did not. `unclear`: the run proves neither. */
  readonly outcome: 'red' | 'green' | 'unclear';
  /** How the test failed, or why the run proves nothing. */
  readonly reason: string;
  /** Set if other breaks were planted in the same run, and no run with different other breaks has failed alike yet. */
  readonly isPreliminary?: true;
};

const REASON_LENGTH = 800;

/** Judges a run of the broken product: `red` if the named test failed and a passed control test shows that the product ran. */
export function judgeRun(
  { id, statement, by }: BreakableStatement,
  { results, output }: TestRun,
  isControl: (result: TestResult) => boolean = () => true,
): Verdict {
  const named = findResults(results, by);
  const failed = named.filter(({ status }) => status === 'failed');
  const hasControl = results.some((result) => result.status === 'passed' && isControl(result));
  const judged = { id, text: statement.text, by };
  if (named.length === 0) return { ...judged, outcome: 'unclear', reason: `did not run: ${shorten(output)}` };
  if (failed.length === 0) return { ...judged, outcome: 'green', reason: describe(named) };
  if (!hasControl) return { ...judged, outcome: 'unclear', reason: `all tests failed: ${describe(failed)}` };
  return { ...judged, outcome: 'red', reason: describe(failed) };
}

/** Returns true if both runs failed in the same expectation. */
export function failedAlike(one: Verdict, other: Verdict): boolean {
  return one.outcome === 'red' && other.outcome === 'red' && findPlace(one.reason) === findPlace(other.reason);
}

/** Returns the first line of the failure, without its numbers, and the line of the test at which it happened. */
function findPlace(reason: string): string {
  const [message = ''] = reason.split('\n');
  const at = /\bat (e2e\/[^\n]+:\d+)/.exec(reason)?.[1] ?? '';
  return `${message.replaceAll(/\d+/g, '#')} ${at}`;
}

function describe(results: readonly TestResult[]): string {
  return shorten(results.map(({ titles, reason = '' }) => `${titles.at(-1)}: ${reason}`).join('\n'));
}

function shorten(text: string): string {
  return text.trim().slice(0, REASON_LENGTH);
}
