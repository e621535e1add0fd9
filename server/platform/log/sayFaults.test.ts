import { expect, test } from 'vitest';
import { sayFaults } from './sayFaults.ts';

function saidBy(say: (faults: ReturnType<typeof sayFaults>, wait: (ms: number) => void) => void) {
  const said: string[] = [];
  let elapsed = 0;
  const line = (facts: object, words?: string) =>
    void said.push(`${words} ${'times' in facts ? String(facts.times) : ''}`);
  const log = { error: line, info: line } as unknown as Parameters<typeof sayFaults>[1];
  say(
    sayFaults({ name: 'sweep', fault: 'a round failed', end: 'rounds succeed again' }, log, () => elapsed),
    (ms) => (elapsed += ms),
  );
  return said;
}

test('a fault that stays is said once a minute, with how often it was met, and so is its end', () => {
  const said = saidBy((faults, wait) => {
    faults.none();
    for (let second = 0; second < 90; second += 1) {
      faults.one(new Error('the database is away'));
      wait(1_000);
    }
    faults.none();
    faults.none();
  });
  expect(said).toEqual(['a round failed 1', 'a round failed 61', 'rounds succeed again 90']);
});

test('another fault is said at once', () => {
  const said = saidBy((faults) => {
    faults.one(new Error('the database is away'));
    faults.one(new TypeError('no such thing'));
    faults.one(new TypeError('no such thing'));
    faults.one(new Error('the database is away'));
  });
  expect(said).toEqual(['a round failed 1', 'a round failed 1', 'a round failed 1']);
});
