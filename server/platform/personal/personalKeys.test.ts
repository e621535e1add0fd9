import { expect, test } from 'vitest';
import { testPersonalKeys } from './testPersonalKeys.testing.ts';

test('an opened data key has its own memory', () => {
  const keys = testPersonalKeys();
  const { key } = keys.open(keys.make('buyer:7'));
  expect(key).toHaveLength(32);
  expect(key.buffer.byteLength).toBe(32);
});
