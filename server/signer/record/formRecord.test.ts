import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryRecord, RECORD_KEY } from '../signerWorld.testing.ts';
import { createFormRecord, type NewForm } from './formRecord.ts';
import type { HeadStore } from './headFile.ts';
import { createMemoryJournal, createMemoryTable } from './journal.testing.ts';
import { BrokenRecordError, type ChainLink, EMPTY_CHAIN_HEAD } from './rowChain.ts';
import type { RecordedForm } from './signedForms.ts';

function createForm(name: string): NewForm {
  return {
    network: 'eip155:1',
    purpose: 'payment',
    payer: '0xTreasury',
    orderNos: [name],
    payments: [],
    claims: [`eip155:1 nonce:${name.length}`],
    inputs: [],
    proofs: [`card ${name}`],
    euroCents: 1_000n,
    asset: 'eip155:1/slip44:60',
    units: 5n,
    unsigned: { kind: 'test', b: 1, a: { d: 2, c: 3 } },
    transactionId: `tx ${name}`,
    bytes: '0x',
    signedAt: new Date('2026-03-01T12:00:00Z'),
  };
}

async function writeRecord(names: readonly string[]) {
  const memory = createMemoryRecord();
  const record = await memory.open();
  for (const name of names) await record.add(createForm(name));
  const head = await memory.headStore.read();
  if (!head) throw new Error('no head was kept');
  return { ...memory, head };
}

const createFixedHead = (head: ChainLink | undefined): HeadStore => ({
  read: async () => head,
  save: async () => undefined,
});

function open(forms: readonly RecordedForm[], head: ChainLink | undefined, key: Uint8Array = RECORD_KEY) {
  return createFormRecord({
    table: createMemoryTable([...forms]),
    key,
    headStore: createFixedHead(head),
    ...createMemoryJournal(),
  });
}

test('returns the recorded forms after it is opened again', async () => {
  const { forms, head } = await writeRecord(['A', 'BB']);
  const record = await open(forms, head);
  expect(record.size()).toBe(2);
  expect(record.listByOrder('A')).toMatchObject([{ number: 1, transactionId: 'tx A' }]);
  expect(record.listByClaim('eip155:1 nonce:2')).toMatchObject([{ number: 2 }]);
  expect(record.findOrderByProof('card BB')).toBe('BB');
  expect(record.listPaidSince(0).map(({ euroCents }) => euroCents)).toEqual([1_000n, 1_000n]);
});

test('accepts a form whose fields the database returns in another order', async () => {
  const { forms, head } = await writeRecord(['A']);
  const [form] = forms as [RecordedForm];
  const reordered = { ...form, unsigned: { a: { c: 3, d: 2 }, b: 1, kind: 'test' } };
  expect((await open([reordered], head)).size()).toBe(1);
});

describe('a table with forged rows', () => {
  const NAMES = ['A', 'BB', 'CCC', 'DDDD'];
  const CHANGES = {
    order: (form: RecordedForm) => ({ ...form, orderNos: ['another'] }),
    claim: (form: RecordedForm) => ({ ...form, claims: [] }),
    proof: (form: RecordedForm) => ({ ...form, proofs: [''] }),
    payer: (form: RecordedForm) => ({ ...form, payer: '0xOther' }),
    payments: (form: RecordedForm) => ({
      ...form,
      payments: [{ orderNo: 'A', to: '0xA', units: '5', currency: 'EUR', paidUnits: '1' }],
    }),
    inputs: (form: RecordedForm) => ({ ...form, inputs: [{ claim: 'x:0', units: '1' }] }),
    worth: (form: RecordedForm) => ({ ...form, euroCents: 0n }),
    units: (form: RecordedForm) => ({ ...form, units: 0n }),
    purpose: (form: RecordedForm) => ({ ...form, purpose: 'cancellation' as const }),
    time: (form: RecordedForm) => ({ ...form, signedAt: new Date(0) }),
    network: (form: RecordedForm) => ({ ...form, network: 'eip155:2' }),
    transaction: (form: RecordedForm) => ({ ...form, transactionId: 'tx other' }),
    unsigned: (form: RecordedForm) => ({ ...form, unsigned: { kind: 'test' } }),
    bytes: (form: RecordedForm) => ({ ...form, bytes: '' }),
    mac: (form: RecordedForm) => ({ ...form, mac: Buffer.alloc(32) }),
  };

  test('is rejected when any row is changed, removed, duplicated or moved', async () => {
    const { forms, head } = await writeRecord(NAMES);
    const at = fc.nat({ max: NAMES.length - 1 });
    const tampering = fc.oneof(
      fc.record({ kind: fc.constantFrom(...Object.keys(CHANGES)), at }).map(({ kind, at: row }) => {
        const change = CHANGES[kind as keyof typeof CHANGES];
        return forms.map((form, index) => (index === row ? change(form) : form));
      }),
      at.map((row) => forms.toSpliced(row, 1)),
      at.map((row) => forms.toSpliced(row, 0, forms[row] as RecordedForm)),
      fc
        .tuple(at, at)
        .filter(([a, b]) => a !== b)
        .map(([a, b]) => forms.with(a, forms[b] as RecordedForm)),
      fc.nat({ max: NAMES.length - 1 }).map((length) => forms.slice(0, length)),
    );
    await fc.assert(
      fc.asyncProperty(tampering, async (tampered) => {
        await expect(open(tampered, head)).rejects.toThrow(BrokenRecordError);
      }),
      { numRuns: 200 },
    );
  });

  test('is rejected as a whole when it was made with another key', async () => {
    const { forms, head } = await writeRecord(NAMES);
    await expect(open(forms, head, Buffer.from('another key'))).rejects.toThrow(BrokenRecordError);
  });

  test('is rejected when an earlier state of it was restored', async () => {
    const { forms, head } = await writeRecord(NAMES);
    await expect(open(forms.slice(0, 2), head)).rejects.toThrow('4 forms were written, and the table has 2');
    await expect(open([], head)).rejects.toThrow('4 forms were written');
  });
});

test('accepts authentic forms beyond the stored head', async () => {
  const { forms } = await writeRecord(['A', 'BB', 'CCC']);
  const headAt = (number: number): ChainLink => (number === 0 ? EMPTY_CHAIN_HEAD : (forms[number - 1] as RecordedForm));
  for (const number of [2, 1, 0]) expect((await open(forms, headAt(number))).size()).toBe(3);
  await expect(open(forms, headAt(1), Buffer.from('another key'))).rejects.toThrow(BrokenRecordError);
});

test('rejects forms without a head, and prints the line that would accept them', async () => {
  const { forms, head } = await writeRecord(['A']);
  await expect(open(forms, undefined)).rejects.toThrow(`1 ${head.mac.toString('hex')}`);
  expect((await open([], undefined)).size()).toBe(0);
});
