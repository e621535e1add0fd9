import { expect, test } from 'vitest';
import { watchSigner } from './watchSigner.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

function createTestWatch(change: Partial<Parameters<typeof watchSigner>[0]> = {}) {
  return watchSigner({
    probes: [],
    isLocked: () => true,
    followedAt: () => NOW,
    checkSocket: async () => undefined,
    now: () => NOW,
    ...change,
  });
}

test('reports the signer as ready once its socket has answered', async () => {
  const watch = createTestWatch();
  expect(watch.readiness()).toEqual({ database: true, lock: true, socket: false });
  await watch.round();
  expect(watch.readiness()).toEqual({ database: true, lock: true, socket: true });
  expect(watch.faults()).toEqual([]);
});

test.each([
  ['12:00:00', true],
  ['11:59:30', true],
  ['11:59:29', false],
])('if the database was last read at %s, reports it as reachable: %s', (at, database) => {
  const watch = createTestWatch({ followedAt: () => new Date(`2026-03-01T${at}Z`) });
  expect(watch.readiness()).toMatchObject({ database });
  expect(watch.faults()).toEqual(database ? [] : ['it does not reach the database']);
});

test('reports the socket as not ready, and throws, if another signer answers at it', async () => {
  const watch = createTestWatch({ checkSocket: () => Promise.reject(new Error('another signer answers')) });
  await expect(watch.round()).rejects.toThrow('another signer answers');
  expect(watch.readiness().socket).toBe(false);
});

test('reports a lost lock and the faults of its probes to the workers', async () => {
  const check = async () => new Map([['BANK_RECEIVED_FOLDER', '/bank cannot be read: EACCES']]);
  const watch = createTestWatch({ probes: [{ kind: 'bank_unreachable', check }], isLocked: () => false });
  await watch.round();
  expect(watch.faults()).toEqual([
    'it has lost its lock in the database',
    'BANK_RECEIVED_FOLDER: /bank cannot be read: EACCES',
  ]);
});
