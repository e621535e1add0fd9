import { expect, test } from 'vitest';
import { drawTimeTable } from './timeTable.ts';

test('shows each check, its longer parts and the total', () => {
  const outcome = (name: string, seconds: number, parts: { name: string; seconds: number }[] = []) => ({
    task: { check: { name, command: [] }, command: [] },
    seconds,
    parts,
  });
  const units = outcome('Units', 151, [
    { name: 'server', seconds: 90 },
    { name: 'money', seconds: 0.4 },
  ]);
  expect(drawTimeTable([outcome('Lint', 8.1), units], 160, '1.5').split('\n')).toEqual([
    'Time',
    '         8.1 s  Lint',
    '    2 min 31 s  Units',
    '    1 min 30 s    server',
    '    2 min 40 s  in all, at pace 1.5 (1: two idle cores of the reference machine)',
  ]);
});
