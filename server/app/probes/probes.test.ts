import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchHeartbeats } from '../../notification/heartbeats/watchHeartbeats.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { PeriodicTask } from '../runPeriodically.ts';
import { compareClocks } from './clockProbe.ts';
import { diskProbe } from './diskProbe.ts';
import { backupProbe, certificateProbe } from './fileProbes.ts';
import { queueProbe } from './queueProbe.ts';
import { settingsProbe } from './settingsProbe.ts';
import { taskProbe } from './taskProbe.ts';
import { vendorProbe } from './vendorProbe.ts';

const { database } = await openOwnDatabase(2);
const NOON = Date.parse('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;
const GIGABYTE = 1_000_000_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('tasks', () => {
  const task = (sinceSuccessMs: number, pauseMs = 1_000, fault?: string): PeriodicTask => ({
    name: 'payouts',
    pauseMs,
    progress: () => ({ sinceSuccessMs, fault }),
    stop: async () => undefined,
  });
  const found = (one: PeriodicTask) => taskProbe('task_overdue', () => [one]).check();

  test.each([
    ['that has just succeeded', task(500), undefined],
    ['that fails for less than two minutes', task(119_000, 1_000, 'EACCES'), undefined],
    ['that fails for two minutes', task(120_000, 1_000, 'EACCES'), 'EACCES (no success for 120 s)'],
    ['that hangs for two minutes', task(120_000), 'a round does not end (no success for 120 s)'],
    ['that runs every hour, after two hours', task(2 * HOUR_MS, HOUR_MS), undefined],
    ['that runs every hour, after three hours', task(3 * HOUR_MS, HOUR_MS, 'away'), 'away (no success for 10800 s)'],
  ])('checks a task %s', async (_what, one, fault) => {
    expect((await found(one)).get('payouts')).toBe(fault);
  });
});

describe('disks', () => {
  const at = async (freeBytes: number, totalBytes: number) => {
    const probe = diskProbe(['/data'], async () => ({ freeBytes, totalBytes }));
    return { fault: (await probe.check()).get('/data'), isFull: probe.isFull() };
  };

  test.each([
    ['a large disk with 4 % free', 40 * GIGABYTE, 1_000 * GIGABYTE, undefined, false],
    ['a small disk with half of it free', GIGABYTE / 2, GIGABYTE, undefined, false],
    ['4 GB of 100', 4 * GIGABYTE, 100 * GIGABYTE, '4000 MB are free', false],
    ['400 MB of 100 GB', 0.4 * GIGABYTE, 100 * GIGABYTE, '400 MB are free', true],
    ['nothing', 0, 100 * GIGABYTE, '0 MB are free', true],
  ])('%s', async (_what, free, total, fault, isFull) => {
    expect(await at(free, total)).toEqual({ fault, isFull });
  });

  test('reads the disk of a real folder', async () => {
    expect((await diskProbe([tmpdir()]).check()).size).toBeLessThanOrEqual(1);
  });
});

describe('clocks', () => {
  const MINUTES_MS = 60_000;
  const vendors = (...ms: readonly number[]) => new Map(ms.map((each, index) => [`vendor ${index}`, each]));

  test.each([
    ['all agree', 0, vendors(1_000, -2_000), []],
    ['nothing is known', undefined, vendors(), []],
    [
      'the machine is behind the database and the vendors',
      10 * MINUTES_MS,
      vendors(10 * MINUTES_MS, 10 * MINUTES_MS),
      ['this machine'],
    ],
    ['the machine is behind the database, and no vendor has answered', 10 * MINUTES_MS, vendors(), ['this machine']],
    ['the database is ahead of all', 10 * MINUTES_MS, vendors(0, 0), ['database']],
    [
      'the database and the machine are behind the vendors',
      0,
      vendors(10 * MINUTES_MS, 10 * MINUTES_MS),
      ['this machine', 'database'],
    ],
    ['one vendor of three is wrong', 0, vendors(0, 10 * MINUTES_MS, 0), []],
    ['one vendor is wrong and there is no other', 0, vendors(10 * MINUTES_MS), []],
    ['one vendor of two is ahead', 0, vendors(0, 10 * MINUTES_MS), []],
    ['one vendor of two is behind', 0, vendors(-10 * MINUTES_MS, 0), []],
    ['two vendors of four are behind', 0, vendors(-10 * MINUTES_MS, -10 * MINUTES_MS, 0, 0), []],
    ['two vendors are wrong in opposite directions', 0, vendors(-10 * MINUTES_MS, 10 * MINUTES_MS), []],
    [
      'the machine is behind the database, and the vendors disagree',
      10 * MINUTES_MS,
      vendors(0, 10 * MINUTES_MS),
      ['this machine'],
    ],
  ])('%s', (_what, databaseMs, vendorsMs, wrong) => {
    expect([...compareClocks(databaseMs, vendorsMs).keys()]).toEqual(wrong);
  });

  test('reports the difference and the reference', () => {
    expect(compareClocks(-600_000, new Map()).get('this machine')).toBe('the clock is 600 s ahead of the database');
  });

  test('mentions a wrong clock in the fault of a vendor that rejects a credential', async () => {
    const guard = { faults: () => ['Sumsub does not take SUMSUB_APP_TOKEN'] };
    const [fault] = (await vendorProbe(guard, () => 'the clock is 600 s behind the database').check()).values();
    expect(fault).toContain('the clock is 600 s behind the database');
    const [unchanged] = (await vendorProbe(guard, () => undefined).check()).values();
    expect(unchanged).toBe('Sumsub does not take SUMSUB_APP_TOKEN');
  });
});

describe('backups', () => {
  test.each([
    [25, undefined],
    [27, 'the newest backup is 27 h old, the maximum is 26 h'],
  ])('a backup of %s hours ago has the fault: %s', async (hours, fault) => {
    const marker = join(folder, 'done');
    await writeFile(marker, '');
    await utimes(marker, new Date(NOON), new Date(NOON));
    const found = await backupProbe(marker, 26, () => NOON + hours * HOUR_MS).check();
    expect(found.get(marker)).toBe(fault);
  });

  test('a backup that was never made is a fault', async () => {
    await expect(backupProbe(join(folder, 'done'), 26).check()).rejects.toThrow('ENOENT');
  });
});

describe('queues', () => {
  const stalled = async () => [...(await queueProbe(database).check()).keys()].toSorted();

  async function insertMail(id: string, age: string, sent: boolean): Promise<void> {
    await database.run(sql`
      insert into mail_outbox (id, recipient, subject, body, created_at, sent_at)
      values (${id}, 'a@example.com', '', '', slipway_now() - ${age}::interval, case when ${sent} then slipway_now() end)`);
  }

  test('reports mail that has waited too long, but neither new nor sent mail', async () => {
    await insertMail('new', '30 seconds', false);
    await insertMail('sent', '1 hour', true);
    expect(await stalled()).toEqual([]);
    await insertMail('late', '3 minutes', false);
    expect(await stalled()).toEqual(['mail']);
    const [fault] = (await queueProbe(database).check()).values();
    expect(fault).toMatch(/^1 wait, the oldest for 18\d s$/);
  });
});

/** For example.com, self-signed, until 2036-11-25T22:39:24Z. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIUGnYjxd85pWR0FY2CI66yFId4x2QwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZXhhbXBsZS5jb20wHhcNMjYxMTI4MjIzOTI0WhcNMzYxMTI1
MjIzOTI0WjAWMRQwEgYDVQQDDAtleGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABEihT46d07aQUQbbQSW6t+Yx8g/HsNBpdxF5uMzzNirRcPeKjzHv
2pVY8sdr3Md9zLUiCItz2kl6YPlCGEiV76yjUzBRMB0GA1UdDgQWBBRj2RNJvOMN
AVf0YTw11czqWbPTfzAfBgNVHSMEGDAWgBRj2RNJvOMNAVf0YTw11czqWbPTfzAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIAvXFHcM6uH5hOBZZBaM
sYkFBsGwT/hPa5CriOJp2aDRAiEAorOiP1iFoxHiRSHzenwn451OgVugQeEUGHas
rR99FH4=
-----END CERTIFICATE-----
`;

test.each([
  ['2036-11-11T00:00:00Z', undefined],
  ['2036-11-12T00:00:00Z', 'it expires at 2036-11-25T22:39:24.000Z'],
  ['2036-11-25T22:50:00Z', 'it expired at 2036-11-25T22:39:24.000Z'],
])('a certificate checked at %s has the fault: %s', async (now, fault) => {
  const file = join(folder, 'chain.pem');
  await writeFile(file, `a comment\n${CERTIFICATE}${CERTIFICATE}`);
  const found = await certificateProbe([file], () => Date.parse(now)).check();
  expect(found.get(file)).toBe(fault);
});

test('reports a certificate file that is unreadable or empty', async () => {
  const empty = join(folder, 'empty.pem');
  await writeFile(empty, 'nothing');
  const found = await certificateProbe([empty, join(folder, 'absent.pem')]).check();
  expect(found.get(empty)).toBe('there is no certificate in it');
  expect(found.get(join(folder, 'absent.pem'))).toContain('ENOENT');
});

test('keeps an alert open while a configuration change cannot be read', async () => {
  let fault: string | undefined = 'rule minimumAge: expected a number';
  const watch = watchHeartbeats({
    database,
    log: createLog('silent'),
    role: 'worker',
    process: 'worker@host:1',
    probes: [settingsProbe({ unreadFault: () => fault })],
  });
  const alerts = () =>
    database.many(sql`
      select facts ->> 'fault' as fault, settled_by as "settledBy" from operator_alerts where kind = 'configuration_unread'`);
  await watch.round();
  await watch.round();
  expect(await alerts()).toEqual([{ fault, settledBy: null }]);
  const reportedFault = fault;
  fault = undefined;
  await watch.round();
  expect(await alerts()).toEqual([{ fault: reportedFault, settledBy: 'slipway' }]);
});
