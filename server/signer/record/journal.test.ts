import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { RECORD_KEY } from '../signerWorld.testing.ts';
import { createFormRecord, type NewForm } from './formRecord.ts';
import { createHeadFile } from './headFile.ts';
import { createMemoryTable } from './journal.testing.ts';
import { createJournal } from './journal.ts';
import { BrokenRecordError } from './rowChain.ts';
import type { RecordedForm } from './signedForms.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

function createForm(name: string): NewForm {
  return {
    network: 'eip155:1',
    purpose: 'payment',
    payer: '0xTreasury',
    orderNos: [name],
    payments: [],
    claims: [`eip155:1 0xTreasury nonce:${name.length}`],
    inputs: [],
    proofs: [`card ${name}`],
    euroCents: 5n,
    asset: 'eip155:1/slip44:60',
    units: 10n ** 30n,
    unsigned: { kind: 'account' },
    transactionId: `tx ${name}`,
    bytes: '0x02',
    signedAt: new Date('2026-03-01T12:00:00.123Z'),
  };
}

/** Opens a table that can be reset, with the head and the journal in a folder. */
async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  folders.push(folder);
  const forms: RecordedForm[] = [];
  const restored: number[] = [];
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const open = () =>
    createFormRecord({
      table: createMemoryTable(forms),
      key: RECORD_KEY,
      headStore: createHeadFile(join(folder, 'head')),
      journal: createJournal<RecordedForm>(folder, 'forms', () => clock.now),
      onRestored: (rows) => restored.push(rows),
    });
  return { folder, forms, restored, clock, open };
}

test('restores the forms signed since the backup when only the database was restored', async () => {
  const { forms, restored, open } = await openFolder();
  const record = await open();
  for (const name of ['A', 'BB', 'CCC']) await record.add(createForm(name));
  const whole = [...forms];
  forms.length = 1;
  const again = await open();
  expect(again.size()).toBe(3);
  expect(forms).toEqual(whole);
  expect(restored).toEqual([2]);
  expect(again.listByOrder('CCC')).toMatchObject([{ number: 3 }]);
});

test('restores lost forms with the next form when the database is restored while the signer runs', async () => {
  const { forms, restored, open } = await openFolder();
  const record = await open();
  for (const name of ['A', 'BB', 'CCC']) await record.add(createForm(name));
  forms.length = 0;
  await record.add(createForm('DDDD'));
  expect(forms.map(({ number, orderNos }) => [number, ...orderNos])).toEqual([
    [1, 'A'],
    [2, 'BB'],
    [3, 'CCC'],
    [4, 'DDDD'],
  ]);
  expect(restored).toEqual([3]);
  expect((await open()).size()).toBe(4);
});

test('restores the rows that were added after an incomplete line', async () => {
  const { folder, forms, open } = await openFolder();
  await (await open()).add(createForm('A'));
  await appendFile(join(folder, 'forms-2026-03-01'), 'AAECAwQ');
  const record = await open();
  for (const name of ['BB', 'CCC']) await record.add(createForm(name));
  forms.length = 0;
  expect((await open()).size()).toBe(3);
});

test('skips an incomplete line, and cannot repair the record without the journal', async () => {
  const { folder, forms, open } = await openFolder();
  const record = await open();
  for (const name of ['A', 'BB']) await record.add(createForm(name));
  await appendFile(join(folder, 'forms-2026-03-01'), 'AAECAwQ');
  forms.length = 0;
  expect((await open()).size()).toBe(2);
  forms.length = 1;
  await rm(join(folder, 'forms-2026-03-01'));
  await expect(open()).rejects.toThrow(BrokenRecordError);
});

test('keeps files for 35 days', async () => {
  const { folder, clock, open } = await openFolder();
  const record = await open();
  for (const [days, name] of [
    [0, 'A'],
    [1, 'BB'],
    [36, 'CCC'],
  ] as const) {
    clock.now = new Date(Date.parse('2026-03-01T12:00:00Z') + days * 86_400_000);
    await record.add(createForm(name));
  }
  expect((await readdir(folder)).toSorted()).toEqual(['forms-2026-03-02', 'forms-2026-04-06', 'head']);
});
