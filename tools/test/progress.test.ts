import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('prints finished and running work every ten seconds, and once more at the end', () => {
  const lines: string[] = [];
  const progress = createProgress({ noun: 'file', total: 9, write: (line) => lines.push(line) });
  for (const name of ['a', 'b', 'c', 'd', 'e']) progress.begin(name);
  progress.end('a', [{ status: 'passed' }, { status: 'failed' }, { status: 'did not run' }, { status: 'skipped' }]);
  vi.advanceTimersByTime(10_000);
  for (const name of ['b', 'c', 'd', 'e']) progress.end(name, [{ status: 'passed' }]);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    '  10.0 s: 1 of 9 files, 1 test passed, 2 failed; running b, c, d and 1 more',
    '  10.0 s: 5 of 9 files, 5 tests passed, 2 failed',
  ]);
});
