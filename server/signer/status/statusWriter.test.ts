import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { emptyPriceBook } from '../../purchase/quote/priceBook.ts';
import type { KnownForm } from '../record/formRecord.ts';
import type { Contradiction } from '../rows/judgeRows.ts';
import { buildSignerStatus } from '../status/buildSignerStatus.ts';
import { readSignerStatus, saveSignerStatus } from '../status/signerStatusStore.ts';
import { createStatusWriter } from '../status/statusWriter.ts';
import type { StopReason } from '../stops/stopReasons.ts';

const { database } = await openOwnDatabase(2);
const ETHER = 'eip155:1/slip44:60';

function createStatusContext() {
  const state = {
    now: new Date('2026-03-01T12:00:00Z'),
    stops: [] as StopReason[],
    asked: undefined as Date | undefined,
    contradictions: [] as Contradiction[],
  };
  const form = (minutesAgo: number, euroCents: bigint, units: bigint) =>
    ({ at: state.now.getTime() - minutesAgo * 60_000, euroCents, units, asset: ETHER }) as KnownForm;
  const forms = [form(90, 30_000n, 5n), form(10, 20_000n, 2n)];
  return {
    state,
    context: {
      limits: () => ({
        transactionCents: 5_000_000n,
        feeCents: 10_000n,
        hourCents: 10_000_000n,
        dayCents: 40_000n,
        dayUnits: new Map([[ETHER, 40n]]),
      }),
      record: { listPaidSince: (since: number) => forms.filter(({ at }) => at >= since) },
      prices: {
        book: () => ({
          ...emptyPriceBook,
          markets: state.asked
            ? new Map([['ETH/EUR', { mid: { coefficient: 1n, scale: 0 }, trusted: true, observedAt: state.asked }]])
            : new Map(),
        }),
      },
      twoAboveEuroCents: 100_000n,
      startedAt: new Date('2026-03-01T11:00:00Z'),
      comparedAfter: () => new Date('2026-03-01T11:00:01Z'),
      stops: async () => state.stops,
      contradictions: () => state.contradictions,
      now: () => state.now,
    },
  };
}

test('reports its caps, their use, its stops and the time of its last price request', async () => {
  const { context, state } = createStatusContext();
  expect(await buildSignerStatus(context)).toMatchObject({
    stops: [],
    caps: {
      transaction: '5000000',
      hour: { cap: '10000000', used: '20000' },
      // Above the cap, which was lowered.
      day: { cap: '40000', used: '50000' },
      coins: [{ asset: ETHER, cap: '40', used: '7' }],
      secondApprovalAbove: '100000',
    },
    pricesAt: null,
  });
  state.asked = new Date('2026-03-01T11:59:00Z');
  state.stops = [{ who: null, statement: null, since: state.now, why: 'maintenance' }];
  expect(await buildSignerStatus(context)).toMatchObject({
    stops: [{ who: null, why: 'maintenance', since: '2026-03-01T12:00:00.000Z' }],
    pricesAt: '2026-03-01T11:59:00.000Z',
  });
});

test('names the first 20 configuration rows that it does not accept', async () => {
  const { context, state } = createStatusContext();
  state.contradictions = Array.from({ length: 30 }, (_, index) => ({ row: `crypto C${index}`, change: 'added' }));
  const { contradictions } = await buildSignerStatus(context);
  expect(contradictions).toHaveLength(20);
  expect(contradictions[0]).toEqual({ row: 'crypto C0', change: 'added' });
});

test('writes the status on a change, twice a minute, after a failed write, and if it may have been replaced', async () => {
  const { context, state } = createStatusContext();
  const written: unknown[] = [];
  let isAway = false;
  const writeStatus = createStatusWriter({
    buildReport: () => buildSignerStatus(context),
    write: async (status) => {
      if (isAway) throw new Error('the database is away');
      written.push(status);
    },
    now: context.now,
  });
  const pass = (seconds: number) => {
    state.now = new Date(state.now.getTime() + seconds * 1000);
  };
  await writeStatus();
  pass(2);
  await writeStatus();
  expect(written).toHaveLength(1);
  state.stops = [{ who: 'tess', statement: 'a'.repeat(64), since: state.now, why: 'a test' }];
  isAway = true;
  await expect(writeStatus()).rejects.toThrow('away');
  isAway = false;
  await writeStatus();
  expect(written).toHaveLength(2);
  pass(29);
  await writeStatus();
  expect(written).toHaveLength(2);
  pass(1);
  await writeStatus();
  expect(written).toHaveLength(3);
  // Another signer may have written its own status in between.
  await writeStatus(true);
  expect(written).toHaveLength(4);
});

test('only the signer’s role writes the status, with the database’s time', async () => {
  const { context } = createStatusContext();
  const status = await buildSignerStatus(context);
  await saveSignerStatus(roleDatabase(database, 'signer'), status);
  await saveSignerStatus(roleDatabase(database, 'signer'), { ...status, version: '2' });
  const storedStatus = await readSignerStatus(roleDatabase(database, 'operator'));
  expect(storedStatus?.report).toEqual({ ...status, version: '2' });
  expect(Math.abs((storedStatus?.writtenAt.getTime() ?? 0) - (await database.now()).getTime())).toBeLessThan(10_000);
  for (const role of ['api', 'worker', 'clerk', 'operator'] as const)
    await expect(saveSignerStatus(roleDatabase(database, role), status)).rejects.toMatchObject({ code: '42501' });
  const former = { ...status, caps: 'in other words' } as never;
  await saveSignerStatus(roleDatabase(database, 'signer'), former);
  expect(await readSignerStatus(database)).toBeUndefined();
});
