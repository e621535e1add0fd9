import { expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { ok } from '../providers/outcome.ts';
import type { ExternalAccount } from './externalAccount.ts';
import { createReconciler } from './reconciler.ts';
import { isRunFinished, requestRun } from './reconciliationRunStore.ts';

const { database } = await openOwnDatabase();
const context = { database, catalog: seededSettings().catalog, log: createLog('silent') };

/** Opens an empty external account that counts its readings. A slow one answers only after `answer`. */
function openPlace(id: string, { isSlow }: { readonly isSlow: boolean }) {
  const gate = Promise.withResolvers<void>();
  if (!isSlow) gate.resolve();
  const place: ExternalAccount & { readings: number } = {
    id,
    account: 'asset:venue',
    graceMs: 0,
    readings: 0,
    async fetchSide() {
      place.readings += 1;
      await gate.promise;
      return ok({ balances: new Map(), rows: [] });
    },
    ledgerSide: { readBalances: async () => new Map(), readRows: async () => [] },
    listHaltScopes: () => [],
  };
  return { place, answer: gate.resolve };
}

test('a slow external account neither delays the others nor is read twice at once', async () => {
  const quick = openPlace('test:quick', { isSlow: false });
  const slow = openPlace('test:slow', { isSlow: true });
  const reconciler = createReconciler(context, [slow.place, quick.place], { roundLimitMs: 200 });
  for (const count of [1, 2, 3]) {
    const run = await requestRun(database, 'anna');
    await reconciler.runRound();
    expect(await isRunFinished(database, run)).toBe(true);
    await expect.poll(() => quick.place.readings).toBe(count);
    expect(slow.place.readings).toBe(1);
  }
  slow.answer();
  await reconciler.stop();
  // The later runs are satisfied by one reading that begins after them.
  expect(slow.place.readings).toBe(2);
});
