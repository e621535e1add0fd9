import { expect, test } from 'vitest';
import { createSharedReading, type JoinedReading } from './sharedReading.ts';

/** Readings that begin and end when the test decides. */
function createReadings() {
  const begun: { readonly joined: JoinedReading; readonly end: (answer: string) => void }[] = [];
  const share = createSharedReading((joined) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    begun.push({ joined, end: resolve });
    return promise;
  });
  return { share, begun };
}

const runEventLoop = () => new Promise((resolve) => setImmediate(resolve));

test('serves all earlier requests with one reading, from the earliest time and with the highest priority', async () => {
  const { share, begun } = createReadings();
  const answers = [
    share({ priority: 'start', since: 20 }),
    share({ priority: 'finish', since: 30 }),
    share({ priority: 'read', since: 10 }),
  ];
  await runEventLoop();
  expect(begun).toHaveLength(1);
  expect([begun[0]?.joined.priority(), begun[0]?.joined.since()]).toEqual(['finish', 10]);
  begun[0]?.joined.begin();
  const later = share({ priority: 'start', since: 40 });
  begun[0]?.end('first');
  expect(await Promise.all(answers)).toEqual(['first', 'first', 'first']);
  await runEventLoop();
  expect(begun).toHaveLength(2);
  begun[1]?.end('second');
  expect(await later).toBe('second');
});

test('fails all requests of a failed reading, and no later ones', async () => {
  let reads = 0;
  const share = createSharedReading(async () => {
    reads += 1;
    if (reads === 1) throw new Error('away');
    return reads;
  });
  const both = [share({ priority: 'start', since: 0 }), share({ priority: 'start', since: 0 })];
  for (const answer of both) await expect(answer).rejects.toThrow('away');
  expect(await share({ priority: 'start', since: 0 })).toBe(2);
});
