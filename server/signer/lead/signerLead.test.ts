import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { createFormRecord } from '../record/formRecord.ts';
import { createMemoryJournal, createMemoryTable } from '../record/journal.testing.ts';
import type { ChainLink } from '../record/rowChain.ts';
import type { RecordedForm } from '../record/signedForms.ts';
import { createReleaseRecord, type Release } from '../releases/releases.ts';
import { RECORD_KEY } from '../signerWorld.testing.ts';
import { endLease, readLease, renewLease, takeLease } from './leaseStore.ts';
import { createSignerLead } from './signerLead.ts';

const LEASE_MS = 15_000;
const { database } = await openOwnDatabase(2);
const signerDatabase = roleDatabase(database, 'signer');

function createMemoryHead() {
  let head: ChainLink | undefined;
  return { read: async () => head, save: async (next: ChainLink) => void (head = next) };
}

/** Signers with one record and one lease, whose clock a test moves. */
function createPair() {
  const clock = { ms: 0 };
  const held = { instance: '', until: -Infinity, isAway: false };
  const forms: RecordedForm[] = [];
  const releases: Release[] = [];

  async function start(signer: string, faults: readonly string[] = []) {
    const instance = `${signer} ${Math.random()}`;
    const record = await createFormRecord({
      table: createMemoryTable(forms),
      key: RECORD_KEY,
      headStore: createMemoryHead(),
      ...createMemoryJournal(),
    });
    const released = await createReleaseRecord({
      table: createMemoryTable(releases),
      key: RECORD_KEY,
      headStore: createMemoryHead(),
      ...createMemoryJournal(),
    });
    const happened: string[] = [];
    const failure = { onActive: false };
    const requireDatabase = <Value>(value: Value) => {
      if (held.isAway) throw new Error('the database is away');
      return value;
    };
    const lead = createSignerLead({
      self: { signer, instance },
      leaseMs: LEASE_MS,
      lease: {
        isHeld: async () => held.until > clock.ms,
        async take() {
          if (requireDatabase(held.until) > clock.ms) return false;
          Object.assign(held, { instance, until: clock.ms + LEASE_MS });
          return true;
        },
        async renew() {
          if (requireDatabase(held.instance) !== instance) return false;
          held.until = clock.ms + LEASE_MS;
          return true;
        },
        async end() {
          if (held.instance === instance) held.until = clock.ms;
        },
      },
      records: [record, released],
      faults: () => faults,
      prepare: async () => void happened.push('prepared'),
      async onActive() {
        if (failure.onActive) throw new Error('it cannot start');
        happened.push('active');
      },
      onPassive: () => void happened.push('passive'),
      log: createLog('silent'),
      now: () => new Date('2026-03-01T12:00:00Z'),
      elapsedMs: () => clock.ms,
    });
    return { lead, record, released, happened, failure };
  }
  return { clock, held, forms, releases, start };
}

test('the first signer is active after its first round', async () => {
  const { forms, releases, start } = createPair();
  const { lead, happened } = await start('a');
  expect(lead.isActive()).toBe(false);
  await lead.round();
  expect(lead.isActive()).toBe(true);
  expect(happened).toEqual(['prepared', 'active']);
  expect([forms.length, releases.length]).toEqual([1, 1]);
});

test('a second signer follows, and takes over when the first has not renewed its lease', async () => {
  const { clock, releases, start } = createPair();
  const [first, second] = [await start('a'), await start('b')];
  await first.lead.round();
  for (; clock.ms < 60_000; clock.ms += 1_000) {
    await first.lead.round();
    await second.lead.round();
    expect([first.lead.isActive(), second.lead.isActive()]).toEqual([true, false]);
  }
  const frozenAt = clock.ms;
  while (!second.lead.isActive()) {
    clock.ms += 1_000;
    await second.lead.round();
  }
  expect(clock.ms - frozenAt).toBeLessThanOrEqual(LEASE_MS + 1_000);
  // The first signer runs again and does not know of the take-over. Its clock stops it, and the record would too.
  expect(first.lead.isActive()).toBe(false);
  await expect(
    first.released.add({ name: 'R', claims: [], content: { kind: 'handed-over' }, releasedAt: new Date(0) }),
  ).rejects.toThrow('signer b has taken over (epoch 2)');
  await first.lead.round();
  expect(first.happened).toEqual(['prepared', 'active', 'passive']);
  expect(releases.map(({ name }) => name)).toEqual(['a', 'b']);
  await first.lead.round();
  expect(second.lead.isActive()).toBe(true);
});

test('a signer that lost its database signs again only after it renewed its lease', async () => {
  const { clock, held, start } = createPair();
  const { lead, happened } = await start('a');
  await lead.round();
  held.isAway = true;
  clock.ms += LEASE_MS - 1;
  await expect(lead.round()).rejects.toThrow('away');
  expect(lead.isActive()).toBe(true);
  clock.ms += 1;
  expect(lead.isActive()).toBe(false);
  held.isAway = false;
  await lead.round();
  expect(lead.isActive()).toBe(true);
  expect(happened).not.toContain('passive');
});

test('a signer becomes passive when it finds a row that it did not write, and its rounds report the row', async () => {
  const { releases, start } = createPair();
  const { lead, released } = await start('a');
  await lead.round();
  const forged = { ...(releases[0] as Release), number: 2, name: 'forged', mac: Buffer.alloc(32) };
  releases.push(forged);
  await expect(
    released.add({ name: 'R', claims: [], content: { kind: 'handed-over' }, releasedAt: new Date(0) }),
  ).rejects.toThrow('release 2 does not follow release 1');
  await lead.round();
  expect(lead.isActive()).toBe(false);
  await expect(lead.round()).rejects.toThrow('release 2 does not follow release 1');
});

test('a faulty signer becomes active at once if none was active before, else one lease duration later', async () => {
  const { clock, start } = createPair();
  const only = await start('a', ['its disk is full']);
  await only.lead.round();
  expect(only.lead.isActive()).toBe(true);
  const faulty = await start('b', ['its disk is full']);
  await faulty.lead.round();
  await only.lead.resign();
  await faulty.lead.round();
  clock.ms += LEASE_MS - 1;
  await faulty.lead.round();
  expect(faulty.lead.isActive()).toBe(false);
  clock.ms += 1;
  await faulty.lead.round();
  expect(faulty.lead.isActive()).toBe(true);
});

test('a signer that cannot start leaves the lease to others', async () => {
  const { held, clock, start } = createPair();
  const broken = await start('b');
  broken.failure.onActive = true;
  await expect(broken.lead.round()).rejects.toThrow('it cannot start');
  expect(broken.lead.isActive()).toBe(false);
  expect(held.until).toBeLessThanOrEqual(clock.ms);
  const third = await start('c');
  await third.lead.round();
  expect(third.lead.isActive()).toBe(true);
});

test('a signer that ends lets the other one take over at once', async () => {
  const { start } = createPair();
  const [first, second] = [await start('a'), await start('b')];
  await first.lead.round();
  await second.lead.round();
  await first.lead.resign();
  expect(first.lead.isActive()).toBe(false);
  await second.lead.round();
  expect(second.lead.isActive()).toBe(true);
  await first.lead.round();
  expect(first.lead.isActive()).toBe(false);
});

test('the lease has one holder, which may be replaced once the lease lapsed, or by a process of the same name', async () => {
  const [a, b] = [
    { signer: 'a', instance: 'a1' },
    { signer: 'b', instance: 'b1' },
  ];
  expect(await readLease(signerDatabase)).toBeUndefined();
  expect(await takeLease(signerDatabase, a, LEASE_MS)).toBe(true);
  expect(await takeLease(signerDatabase, b, LEASE_MS)).toBe(false);
  expect(await renewLease(signerDatabase, a, LEASE_MS)).toBe(true);
  expect(await renewLease(signerDatabase, b, LEASE_MS)).toBe(false);
  expect(await readLease(roleDatabase(database, 'worker'))).toEqual({ signer: 'a', isHeld: true });
  const again = { signer: 'a', instance: 'a2' };
  expect(await takeLease(signerDatabase, again, LEASE_MS)).toBe(true);
  // The process before it may have been frozen.
  expect(await renewLease(signerDatabase, a, LEASE_MS)).toBe(false);
  await endLease(signerDatabase, a);
  expect(await takeLease(signerDatabase, b, LEASE_MS)).toBe(false);
  await endLease(signerDatabase, again);
  expect(await readLease(roleDatabase(database, 'operator'))).toEqual({ signer: 'a', isHeld: false });
  expect(await takeLease(signerDatabase, b, LEASE_MS)).toBe(true);
});
