import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { passiveSignerProbe } from '../../app/probes/signerProbe.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { serveSigner } from '../socket/serveSigner.ts';
import { unavailableSigner } from '../socket/unavailableSigner.ts';
import { endLease, takeLease } from './leaseStore.ts';
import type { SignerReport } from './signerReport.ts';
import { saveSignerReport } from './signerReportStore.ts';
import { watchActiveSigner } from './watchActiveSigner.ts';

const { database } = await openOwnDatabase(2);
const worker = roleDatabase(database, 'worker');
const signer = roleDatabase(database, 'signer');
const REPORT: SignerReport = {
  state: 'passive',
  version: '1',
  startedAt: '2026-03-01T12:00:00.000Z',
  forms: 1,
  releases: 1,
  stopFile: null,
  faults: [],
};

test('a worker leaves payouts to others only while another signer is active', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'active-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const socket = join(folder, 'socket');
  const watch = watchActiveSigner(worker, socket);
  const look = async () => {
    await watch.round();
    return watch.getOtherActiveSigner();
  };
  expect(await look()).toBeUndefined();
  const state = { isActive: true };
  const counts = { countAnswer: () => undefined, countRefusal: () => undefined };
  const options = { log: createLog('silent'), counts, maySign: () => state.isActive, name: 'a' };
  const server = await serveSigner(unavailableSigner, socket, options);
  const [own, other] = [
    { signer: 'a', instance: 'a1' },
    { signer: 'b', instance: 'b1' },
  ];
  await takeLease(signer, own, 60_000);
  expect(await look()).toBeUndefined();
  // The own signer may not sign for another reason, and no other signer is active.
  state.isActive = false;
  expect(await look()).toBeUndefined();
  await endLease(signer, own);
  await takeLease(signer, other, 60_000);
  expect(await look()).toBe('b');
  await server.stop();
  expect(await look()).toBe('b');
  await endLease(signer, other);
  expect(await look()).toBeUndefined();
});

test('a passive signer with a fault, or without a report for five minutes, is reported while another one is active', async () => {
  const probe = passiveSignerProbe(worker);
  const other = { signer: 'b', instance: 'b2' };
  await takeLease(signer, other, 60_000);
  await saveSignerReport(signer, 'a', REPORT);
  await saveSignerReport(signer, 'b', { ...REPORT, state: 'active' });
  expect(await probe.check()).toEqual(new Map());
  await saveSignerReport(signer, 'a', { ...REPORT, faults: ['its disk is full'] });
  expect(await probe.check()).toEqual(new Map([['a', 'its disk is full']]));
  await saveSignerReport(signer, 'a', REPORT);
  await database.run(sql`update signers set written_at = clock_timestamp() - interval '6 minutes'`);
  expect(await probe.check()).toEqual(new Map([['a', expect.stringContaining('it has not reported since')]]));
  await endLease(signer, other);
  expect(await probe.check()).toEqual(new Map());
});
