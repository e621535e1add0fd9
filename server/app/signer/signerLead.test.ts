import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { listSignerReports } from '../../signer/lead/signerReportStore.ts';
import { createFormRecord } from '../../signer/record/formRecord.ts';
import { createFormTable } from '../../signer/record/formStore.ts';
import { createHeadFile } from '../../signer/record/headFile.ts';
import { createJournal } from '../../signer/record/journal.ts';
import { createReleaseTable } from '../../signer/releases/releaseStore.ts';
import { createReleaseRecord } from '../../signer/releases/releases.ts';
import { readSignerEnvironment } from '../../signer/signerEnvironment.ts';
import { RECORD_KEY } from '../../signer/signerWorld.testing.ts';
import { openSignerLead } from './signerLead.ts';

const { database, url } = await openOwnDatabase(6);
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function start(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lead-'));
  folders.push(folder);
  const now = () => new Date();
  const parts = { key: RECORD_KEY, onRestored: () => undefined };
  const forms = await createFormRecord({
    ...parts,
    table: createFormTable(database),
    headStore: createHeadFile(join(folder, 'head')),
    journal: createJournal(folder, 'forms', now),
  });
  const releases = await createReleaseRecord({
    ...parts,
    table: createReleaseTable(database),
    headStore: createHeadFile(join(folder, 'releases')),
    journal: createJournal(folder, 'releases', now),
  });
  const state = { isLocked: true };
  const stopFile = join(folder, 'stopped');
  const signerLead = openSignerLead({
    environment: readSignerEnvironment({
      DATABASE_URL: url,
      SLIPWAY_SECRET: 'a secret for these tests, long enough',
      SIGNER_SECRET: 'the key of a record for these tests',
      SIGNER_SOCKET: join(folder, 'socket'),
      SIGNER_FOLDER: folder,
      SIGNER_NAME: name,
    }),
    log: createLog('silent'),
    records: [forms, releases],
    stopFile,
    startedAt: now(),
    faults: () => [],
    roundFault: () => (name === 'b' ? 'form 2 does not follow form 1' : undefined),
    isLocked: () => state.isLocked,
    onActive: async () => undefined,
    onPassive: () => undefined,
  });
  return { ...signerLead, stopFile, state, folder };
}

test('a stop by file applies to the signer that takes over; signers report their state, and lead only with their lock', async () => {
  const [first, second] = [await start('a'), await start('b')];
  onTestFinished(() => second.stop());
  await first.round();
  await second.round();
  await writeFile(first.stopFile, 'keys are moved\n');
  for (const signer of [first, second]) await signer.report();
  const reports = await listSignerReports(database);
  expect(reports.map(({ signer, report }) => [signer, report?.state, report?.stopFile, report?.faults])).toEqual([
    ['a', 'active', 'keys are moved', []],
    ['b', 'passive', null, ['form 2 does not follow form 1']],
  ]);
  await first.stop();
  await second.round();
  expect(second.isActive()).toBe(true);
  expect(await readFile(second.stopFile, 'utf8')).toBe('signer a was stopped by a file: keys are moved\n');
  expect(await readFile(join(second.folder, 'head'), 'utf8')).toMatch(/^2 /);
  second.state.isLocked = false;
  expect(second.isActive()).toBe(false);
});
