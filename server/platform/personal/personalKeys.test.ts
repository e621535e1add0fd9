import { expect, test } from 'vitest';
import { testPersonalKeys } from './testPersonalKeys.testing.ts';

test('an opened data key shares no memory with a larger buffer', () => {
  const keys = testPersonalKeys();
  const { key } = keys.open(keys.make('buyer:7'));
  expect(key).toHaveLength(32);
  expect(key.buffer.byteLength).toBe(32);
});
