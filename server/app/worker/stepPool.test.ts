import { expect, test } from 'vitest';
import { createStepPool } from './stepPool.ts';

test('runs work with different keys concurrently, and skips work whose key is already running', async () => {
  const pool = createStepPool(() => undefined);
  const gates = new Map<string, () => void>();
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => gates.set(name, resolve));
  };
  pool.begin('a', work('a'));
  pool.begin('b', work('b'));
  pool.begin('a', work('a again'));
  expect(begun).toEqual(['a', 'b']);
  for (const open of gates.values()) open();
  await pool.stop();
  pool.begin('a', work('a later'));
  expect(begun).toEqual(['a', 'b', 'a later']);
});

test('passes the error of failed work to its handler, and still stops', async () => {
  const faults: unknown[] = [];
  const pool = createStepPool((error) => faults.push(error));
  pool.begin('a', () => Promise.reject(new Error('lost')));
  await pool.stop();
  expect(faults).toEqual([new Error('lost')]);
});
