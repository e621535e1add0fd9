import { expect, test } from 'vitest';
import { createFaultLogger } from './createFaultLogger.ts';
import { createLog } from './log.ts';

test('logs a continuing fault once, and its end with the number of occurrences', () => {
  const lines: string[] = [];
  const write = (text: string) => {
    const { msg, times } = JSON.parse(text) as { msg: string; times?: number };
    lines.push(times === undefined ? msg : `${msg} ${times}`);
  };
  const faults = createFaultLogger(
    { name: 'sweep', fault: 'a round failed', end: 'rounds succeed again' },
    createLog('info', { write }),
  );
  faults.logEnd();
  for (let round = 0; round < 90; round += 1) faults.logFault(new Error('the database is away'));
  faults.logFault(new TypeError('no such thing'));
  faults.logEnd();
  faults.logEnd();
  expect(lines).toEqual(['a round failed', 'a round failed', 'rounds succeed again 91']);
});
