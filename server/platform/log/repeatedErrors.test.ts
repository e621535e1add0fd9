import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createRepeatedErrors } from './repeatedErrors.ts';

const hasMessage = (error: unknown) =>
  JSON.stringify(error).includes('"type":"Error","message":"the database is away"');
const createError = () => new Error('the database is away');

function createTestErrors(elapsedMs = 0) {
  const state = { elapsedMs };
  const { admit } = createRepeatedErrors(() => state.elapsedMs);
  return { admit, wait: (ms: number) => (state.elapsedMs += ms) };
}

test('logs an error that is repeated every second for an hour in a few lines with counts', () => {
  const { admit, wait } = createTestErrors();
  const times: unknown[] = [];
  for (let second = 0; second < 3_600; second += 1) {
    const line = admit({ name: 'payouts', error: createError() }, 'a round failed');
    if (line) times.push(line['times'] ?? 1);
    wait(1_000);
  }
  expect(times).toEqual([1, 11, 71, 671]);
});

test('logs an error at once when it returns after a pause', () => {
  const { admit, wait } = createTestErrors();
  admit({ name: 'payouts', error: createError() }, 'a round failed');
  wait(600_000);
  const line = admit({ name: 'payouts', error: createError() }, 'a round failed');
  expect(line).toMatchObject({ name: 'payouts' });
  expect(line).not.toHaveProperty('times');
});

test.each([
  ['another task', { name: 'mail', error: createError() }, 'a round failed'],
  ['another error', { name: 'payouts', error: new Error('no such table') }, 'a round failed'],
  ['another message', { name: 'payouts', error: createError() }, 'first round failed'],
])('logs %s at once', (_what, fields, message) => {
  const { admit } = createTestErrors();
  admit({ name: 'payouts', error: createError() }, 'a round failed');
  expect(admit({ name: 'payouts', error: createError() }, 'a round failed')).toBeUndefined();
  expect(admit(fields, message)).toMatchObject({ name: fields.name });
});

test('logs every fault with a reference', () => {
  const { admit } = createTestErrors();
  for (let count = 0; count < 50; count += 1)
    expect(admit({ reference: `REF${count}`, error: createError() }, 'fault')).toMatchObject({
      reference: `REF${count}`,
    });
});

test('limits the lines of two alternating errors as it does for one', () => {
  const { admit, wait } = createTestErrors();
  let written = 0;
  for (let second = 0; second < 600; second += 1) {
    const error = second % 2 === 0 ? createError() : new Error('Connection terminated');
    if (admit({ name: 'payouts', error }, 'a round failed')) written += 1;
    wait(1_000);
  }
  expect(written).toBeLessThan(10);
});

test('logs the stack of an error once for all tasks', () => {
  const { admit } = createTestErrors();
  const stacks = Array.from({ length: 40 }, (_, index) =>
    admit({ name: `task ${index}`, error: createError() }, 'a round failed'),
  )
    .map((line) => (line?.['error'] as { stack?: string } | undefined)?.stack)
    .filter((stack) => stack !== undefined);
  expect(stacks).toHaveLength(1);
});

test('leaves lines without an error unchanged', () => {
  const { admit } = createTestErrors();
  for (let count = 0; count < 3; count += 1) expect(admit({ path: 'pay' }, 'refused')).toEqual({ path: 'pay' });
});

test('logs little during a minute without a database, and names each task', () => {
  let bytes = 0;
  const names = new Set<unknown>();
  const write = (line: string) => {
    bytes += line.length;
    const { name, error } = JSON.parse(line) as { name: unknown; error: unknown };
    if (hasMessage(error)) names.add(name);
  };
  const log = createLog('info', { write });
  for (let second = 0; second < 60; second += 1)
    for (let task = 0; task < 45; task += 1)
      log.error({ name: `task ${task}`, error: createError() }, 'a round failed');
  expect(names.size).toBe(45);
  expect(bytes).toBeLessThan(20_000);
});
