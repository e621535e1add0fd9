import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { settleAlert } from '../alertStore.ts';
import { readHeartbeatReports, saveHeartbeatReport } from './heartbeatStore.ts';
import { type HeartbeatFault, heartbeats } from './heartbeats.ts';
import { type ProbeFaults, watchHeartbeats } from './watchHeartbeats.ts';

const { database } = await openOwnDatabase(4);
const DEADLINE_MS = heartbeats.signer_unreachable.deadlineMs;

afterEach(async () => {
  await database.run(sql`delete from heartbeats`);
  await database.run(sql`delete from operator_alerts`);
});

/** Creates the watch of a worker or an api with its own clock, which checks one signer. */
function createWatch(change: { readonly role?: 'api' | 'worker'; readonly process?: string } = {}) {
  const state = { elapsedMs: 0, findings: new Map<string, string>() as ProbeFaults };
  const { role = 'worker' } = change;
  const { process = `${role}@host:${randomUUID()}` } = change;
  const watch = watchHeartbeats({
    database: roleDatabase(database, role),
    log: createLog('silent'),
    role,
    process,
    probes: [{ kind: 'signer_unreachable', check: async () => state.findings }],
    elapsedMs: () => state.elapsedMs,
  });
  return {
    ...watch,
    process,
    fails: (fault: string) => void (state.findings = new Map([['', fault]])),
    succeeds: () => void (state.findings = new Map()),
    async roundAfter(ms: number) {
      state.elapsedMs += ms;
      await watch.round();
    },
  };
}

type StoredAlert = {
  readonly id: number;
  readonly kind: string;
  readonly facts: HeartbeatFault;
  readonly times: number;
  readonly isOpen: boolean;
};

async function listAlerts(): Promise<StoredAlert[]> {
  return database.many<StoredAlert>(
    sql`select id, kind, facts, times, settled_at is null as "isOpen" from operator_alerts order by id`,
  );
}

/** Makes the alerts older by this time. */
async function passMinutes(minutes: number): Promise<void> {
  await database.run(sql`
    update operator_alerts set created_at = created_at - ${minutes}::int * interval '1 minute',
      last_at = last_at - ${minutes}::int * interval '1 minute'`);
}

test('raises an alert when a check has failed until its deadline, and settles it on success', async () => {
  const watch = createWatch();
  watch.fails('the signer does not answer');
  await watch.roundAfter(0);
  await watch.roundAfter(DEADLINE_MS - 1);
  expect(await listAlerts()).toEqual([]);
  await watch.roundAfter(1);
  expect(await listAlerts()).toMatchObject([
    {
      kind: 'signer_unreachable',
      isOpen: true,
      facts: { fault: 'the signer does not answer', processes: [watch.process] },
    },
  ]);
  watch.succeeds();
  await watch.roundAfter(5_000);
  expect(await listAlerts()).toMatchObject([{ isOpen: false }]);
});

test('starts the deadline again after a success', async () => {
  const watch = createWatch();
  for (let round = 0; round < 4; round += 1) {
    watch.fails('the signer does not answer');
    await watch.roundAfter(DEADLINE_MS - 1);
    watch.succeeds();
    await watch.roundAfter(1);
  }
  expect(await listAlerts()).toEqual([]);
});

test('counts an alert once, however many checks find its cause', async () => {
  const watch = createWatch();
  watch.fails('the signer does not answer');
  await watch.roundAfter(0);
  for (let round = 0; round < 30; round += 1) await watch.roundAfter(DEADLINE_MS);
  expect(await listAlerts()).toMatchObject([{ times: 1 }]);
});

test('reopens the alert when its cause soon returns, and raises a new one later', async () => {
  const watch = createWatch();
  const fail = async () => {
    watch.fails('the signer does not answer');
    await watch.roundAfter(0);
    await watch.roundAfter(DEADLINE_MS);
    watch.succeeds();
    await watch.roundAfter(0);
  };
  await fail();
  await fail();
  expect(await listAlerts()).toMatchObject([{ times: 2, isOpen: false }]);
  await passMinutes(30);
  await fail();
  expect(await listAlerts()).toMatchObject([{ times: 2 }, { times: 1, isOpen: false }]);
});

test('does not raise a settled alert again while its cause lasts', async () => {
  const watch = createWatch();
  watch.fails('the signer does not answer');
  await watch.roundAfter(0);
  await watch.roundAfter(DEADLINE_MS);
  const [alert] = await listAlerts();
  await settleAlert(database, alert?.id ?? 0, 'anna');
  await watch.roundAfter(DEADLINE_MS);
  expect(await listAlerts()).toMatchObject([{ isOpen: false, times: 1 }]);
});

test('does not settle an alert that another worker reports', async () => {
  const [failing, well] = [createWatch(), createWatch()];
  failing.fails('its socket is missing on this host');
  await failing.roundAfter(0);
  await failing.roundAfter(DEADLINE_MS);
  await well.roundAfter(0);
  expect(await listAlerts()).toMatchObject([{ isOpen: true, facts: { processes: [failing.process] } }]);
});

test('an api raises an alert when no worker has reported until the deadline, and a worker settles it', async () => {
  const api = createWatch({ role: 'api' });
  const worker = createWatch();
  await worker.roundAfter(0);
  await api.roundAfter(DEADLINE_MS);
  expect(await listAlerts()).toEqual([]);
  await database.run(sql`update heartbeats set beat_at = beat_at - interval '61 seconds' where role = 'worker'`);
  await api.roundAfter(1);
  expect(await listAlerts()).toMatchObject([{ kind: 'worker_absent', isOpen: true }]);
  await worker.roundAfter(0);
  await api.roundAfter(1);
  expect(await listAlerts()).toMatchObject([{ kind: 'worker_absent', isOpen: false }]);
});

test('an api that starts before the workers waits for them', async () => {
  const api = createWatch({ role: 'api' });
  await api.roundAfter(0);
  expect(await listAlerts()).toEqual([]);
  await api.roundAfter(heartbeats.worker_absent.deadlineMs);
  expect(await listAlerts()).toMatchObject([
    { kind: 'worker_absent', facts: { fault: 'no worker has ever reported' } },
  ]);
});

test('ignores the report of a process that has ended', async () => {
  const fault: HeartbeatFault = { kind: 'disk_low', subject: '/tmp', fault: '5 MB are free', ageMs: 0 };
  await saveHeartbeatReport(database, { process: 'worker@gone:1', role: 'worker', faults: [fault] });
  const watch = createWatch();
  await watch.roundAfter(0);
  expect(await listAlerts()).toMatchObject([{ kind: 'disk_low', isOpen: true }]);
  await database.run(
    sql`update heartbeats set beat_at = beat_at - interval '61 seconds' where process = 'worker@gone:1'`,
  );
  await watch.roundAfter(0);
  expect(await listAlerts()).toMatchObject([{ kind: 'disk_low', isOpen: false }]);
});

test('reports a check that throws or hangs as a fault', async () => {
  const watch = watchHeartbeats({
    database,
    log: createLog('silent'),
    role: 'worker',
    process: 'worker@host:9',
    patienceMs: 20,
    probes: [
      { kind: 'backup_overdue', check: () => Promise.reject(new Error('no such file')) },
      { kind: 'disk_low', check: () => new Promise<never>(() => undefined) },
    ],
  });
  await watch.round();
  expect(watch.faults()).toMatchObject([
    { kind: 'backup_overdue', fault: 'no such file' },
    { kind: 'disk_low', fault: 'the check does not end within 0.02 s' },
  ]);
});

test('reports a database that accepts no writes as a fault, although the report cannot be stored', async () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  const watch = watchHeartbeats({
    database: { ...database, run: () => Promise.reject(full) },
    log: createLog('silent'),
    role: 'api',
    process: 'api@host:1',
    probes: [],
  });
  await expect(watch.round()).rejects.toThrow('No space left');
  expect(watch.faults()).toMatchObject([{ kind: 'disk_low', subject: 'database' }]);
});

test.each([
  ['an api', 'api', 'worker', 'worker'],
  ['an api', 'api', 'all', 'all'],
  ['an api', 'api', 'api', 'worker'],
  ['an api', 'api', 'worker', 'api'],
  ['a worker', 'worker', 'api', 'api'],
  ['a worker', 'worker', 'worker', 'api'],
] as const)('%s (%s) cannot report as %s by the name of %s', async (_what, login, role, name) => {
  const own = roleDatabase(database, login);
  const process = `${name}@host:1`;
  const report = { process, role, faults: [] };
  await expect(saveHeartbeatReport(own, report)).rejects.toThrow('row-level security');
  // The same if a process of that role has already reported under this name.
  const faults = [{ kind: 'disk_low', subject: '/', fault: 'full', ageMs: 0 }] as const;
  await saveHeartbeatReport(database, { process: `${name}@host:2`, role: name, faults });
  await expect(saveHeartbeatReport(own, { ...report, process: `${name}@host:2` })).rejects.toThrow(
    'row-level security',
  );
  await own.run(sql`update heartbeats set beat_at = now(), faults = '[]' where role <> ${login}`);
  expect((await readHeartbeatReports(own)).find((stored) => stored.process === `${name}@host:2`)?.faults).toEqual(
    faults,
  );
});

test('each process can report for its own role', async () => {
  for (const role of ['api', 'worker'] as const)
    await saveHeartbeatReport(roleDatabase(database, role), { process: `${role}@host:1`, role, faults: [] });
  await saveHeartbeatReport(roleDatabase(database, 'worker'), { process: 'all@host:1', role: 'all', faults: [] });
  expect(await readHeartbeatReports(database)).toHaveLength(3);
});
