import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { RECORD_KEY } from '../signerWorld.testing.ts';
import { createFormRecord, type NewForm } from './formRecord.ts';
import { createFormTable, readRecordedForm } from './formStore.ts';
import { createHeadFile } from './headFile.ts';
import { createMemoryJournal } from './journal.testing.ts';

const { database } = await openOwnDatabase(2);

const FORM: NewForm = {
  network: 'eip155:1',
  purpose: 'payment',
  payer: '0xTreasury',
  orderNos: ['A', 'B'],
  payments: [{ orderNo: 'A', to: '0xA', units: '5', currency: 'EUR', paidUnits: '100' }],
  claims: ['eip155:1 0xTreasury nonce:1'],
  inputs: [{ claim: 'eip155:1 0xTreasury nonce:1', units: '5' }],
  proofs: ['card pi_1', 'bank RF18'],
  euroCents: 12_345n,
  asset: 'eip155:1/slip44:60',
  units: 10n ** 30n,
  unsigned: { kind: 'account', nonce: 1, fee: { most: '5', tip: '1' } },
  transactionId: '0xabc',
  bytes: '0x02',
  signedAt: new Date('2026-03-01T12:00:00.123Z'),
};

test('keeps the record across a restart in the table and the head file, and rejects changed rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'record-'));
  const headStore = createHeadFile(join(folder, 'head'));
  const open = () =>
    createFormRecord({ table: createFormTable(database), key: RECORD_KEY, headStore, ...createMemoryJournal() });
  const record = await open();
  await record.add(FORM);
  await record.add({ ...FORM, orderNos: ['C'], proofs: ['card pi_2'], transactionId: '0xdef' });
  const again = await open();
  expect(again.size()).toBe(2);
  expect(again.findByTransaction('0xdef')).toMatchObject({ number: 2, orderNos: ['C'] });
  expect(await readRecordedForm(database, 1)).toMatchObject(FORM);
  await expect(database.run(sql`update signed_forms set euro_cents = 0`)).rejects.toThrow('never changed');
  await expect(database.run(sql`delete from signed_forms where number = 2`)).rejects.toThrow('never changed');

  // The table's owner can disable the trigger, but the change is still detected.
  await database.run(sql`alter table signed_forms disable trigger all`);
  await database.run(sql`update signed_forms set order_nos = array['D'] where number = 1`);
  await expect(open()).rejects.toThrow('form 1 does not follow');
  await rm(folder, { recursive: true });
});
