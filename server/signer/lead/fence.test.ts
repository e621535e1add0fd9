import { describe, expect, test } from 'vitest';
import type { OrderPayment } from '../../providers/chain/signerPort.ts';
import type { Outcome } from '../../providers/outcome.ts';
import { createFormRecord, type FormRecord } from '../record/formRecord.ts';
import type { HeadStore } from '../record/headFile.ts';
import { createMemoryJournal, createMemoryTable } from '../record/journal.testing.ts';
import { BrokenRecordError, type ChainedTable, type ChainLink, type RecordParts } from '../record/rowChain.ts';
import type { RecordedForm } from '../record/signedForms.ts';
import { LeadLostError } from '../record/takeOver.ts';
import { createReleaseRecord, type Release } from '../releases/releases.ts';
import { createSerialRunner } from '../serialRunner.ts';
import { createSigner, type SignerContext } from '../signer.ts';
import { buildUnsignedPayout, createSignerWorld, NETWORK, RECORD_KEY, testKey } from '../signerWorld.testing.ts';

const AT = new Date('2026-03-01T12:00:00Z');

/** Stops a process at one of the moments at which it waits for something. */
function createFreezer() {
  let moments = 0;
  let freezeAt = Infinity;
  let thaw = (): void => undefined;
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  async function pass(): Promise<void> {
    moments += 1;
    if (moments - 1 !== freezeAt) return;
    await new Promise<void>((resolve) => {
      thaw = resolve;
      reach();
    });
  }
  return {
    /** Freezes the process once, at this moment, counted from now. */
    freezeAt(moment: number) {
      moments = 0;
      freezeAt = moment;
    },
    reached,
    thaw: () => thaw(),
    moments: () => moments,
    /** Returns the functions of a part, each of which may be frozen before and after its effect. */
    wrap<Part extends object>(part: Part): Part {
      return new Proxy(part, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return async (...given: unknown[]) => {
            await pass();
            const result: unknown = await value.apply(target, given);
            await pass();
            return result;
          };
        },
      });
    },
  };
}

function createMemoryFolder<Row extends ChainLink>() {
  let head: ChainLink | undefined;
  const headStore: HeadStore = { read: async () => head, save: async (next) => void (head = next) };
  return { key: RECORD_KEY, headStore, ...createMemoryJournal<Row>() };
}

/** Creates a database with one record, for several signers that have the same orders. */
async function createPair() {
  const forms: RecordedForm[] = [];
  const releases: Release[] = [];
  const world = await createSignerWorld();
  const table = createMemoryTable(forms);

  async function start(signer: string, freezer = createFreezer(), folder = createMemoryFolder<RecordedForm>()) {
    const parts: RecordParts<RecordedForm> = {
      ...folder,
      table: { ...freezer.wrap(table), after: table.after } satisfies ChainedTable<RecordedForm>,
      headStore: freezer.wrap(folder.headStore),
      journal: freezer.wrap(folder.journal),
    };
    const record = await createFormRecord(parts);
    const released = await createReleaseRecord({
      ...createMemoryFolder<Release>(),
      table: createMemoryTable(releases),
    });
    const { findOrders, findForm, findStopReason, findVouches, verifyPayment, renewPrices } = world.context;
    const context: SignerContext = {
      ...world.context,
      ...freezer.wrap({ findOrders, findStopReason, findVouches, verifyPayment, renewPrices }),
      findForm: async (number) => forms[number - 1] ?? findForm(number),
      record,
      releases: released,
      runSerially: createSerialRunner(),
      keys: new Map([[NETWORK, { ...testKey, pay: freezer.wrap(testKey).pay }]]),
    };
    const payoutSigner = createSigner(context);
    /** Becomes active, as the process does: both records are fenced. */
    async function takeOver(): Promise<void> {
      const by = { signer, instance: `${signer} ${Math.random()}` };
      await record.takeOver(by, AT);
      await released.takeOver(by, AT);
    }
    async function pay(payment: OrderPayment, nonce: number): Promise<Outcome<unknown, string> | 'failed'> {
      try {
        const cleared = await payoutSigner.clear([payment.orderNo]);
        if (cleared.kind !== 'ok') return cleared;
        return await payoutSigner.pay(NETWORK, buildUnsignedPayout([payment], { nonce }), [payment]);
      } catch {
        return 'failed';
      }
    }
    return { record, released, takeOver, pay };
  }
  return { forms, releases, world, start };
}

const listBytes = (outcome: Outcome<unknown, string> | 'failed'): readonly string[] =>
  outcome !== 'failed' && outcome.kind === 'ok' ? [(outcome.value as { readonly bytes: string }).bytes] : [];

const listPayments = (forms: readonly RecordedForm[], orderNo: string) =>
  forms.filter((form) => form.purpose === 'payment' && form.orderNos.includes(orderNo));

/** Returns the number of moments at which a signer can be frozen while it pays an order. */
async function countMoments(): Promise<number> {
  const { world, start } = await createPair();
  const freezer = createFreezer();
  const first = await start('first', freezer);
  await first.takeOver();
  freezer.freezeAt(Infinity);
  await first.pay(world.makeOrder('A'), 1);
  return freezer.moments();
}

const MOMENTS = await countMoments();

test('a payment has more than 15 moments at which its signer can be frozen', () => {
  expect(MOMENTS).toBeGreaterThan(15);
});

test.each(Array.from({ length: MOMENTS }, (_, moment) => ({ moment })))(
  'an order is paid once if the active signer is frozen at moment $moment of its payment, and signs nothing later',
  async ({ moment }) => {
    const { forms, world, start } = await createPair();
    const freezer = createFreezer();
    const [first, second] = [await start('first', freezer), await start('second')];
    await first.takeOver();
    const order = world.makeOrder('A');
    freezer.freezeAt(moment);
    const frozen = first.pay(order, 1);
    await freezer.reached;

    const wasCommitted = listPayments(forms, 'A').length > 0;
    await second.takeOver();
    const paid = await second.pay(order, 2);
    freezer.thaw();
    const late = await frozen;

    expect(listPayments(forms, 'A')).toHaveLength(1);
    expect(listBytes(paid)).toEqual([listPayments(forms, 'A')[0]?.bytes]);
    // An entry that was committed before the take-over may leave: it is the same payment.
    expect(listBytes(late)).toEqual(wasCommitted ? listBytes(paid) : []);
    expect(await first.pay(world.makeOrder('B'), 3)).toBe('failed');
    expect(listPayments(forms, 'B')).toEqual([]);
  },
);

const buildRelease = (name: string) =>
  ({ name, claims: [`refund ${name}`], content: { kind: 'handed-over' }, releasedAt: AT }) as const;

async function addPayment(record: FormRecord, nonce: number): Promise<void> {
  const claims = [`eip155:1 0xTreasury nonce:${nonce}`];
  await record.add({
    network: 'eip155:1',
    purpose: 'payment',
    payer: '0xTreasury',
    orderNos: [`N${nonce}`],
    payments: [],
    claims,
    inputs: [],
    proofs: [`card ${nonce}`],
    euroCents: 1n,
    asset: 'x',
    units: 1n,
    unsigned: { kind: 'test' },
    transactionId: `tx ${nonce}`,
    bytes: '',
    signedAt: AT,
  });
}

test('a take-over also prevents the former signer from releasing', async () => {
  const { releases, start } = await createPair();
  const [first, second] = [await start('first'), await start('second')];
  await first.takeOver();
  await first.released.add(buildRelease('R1'));
  await second.takeOver();
  await expect(first.released.confirmLead()).rejects.toThrow(LeadLostError);
  await expect(first.released.add(buildRelease('R2'))).rejects.toThrow('signer second has taken over (epoch 2)');
  await second.released.add(buildRelease('R3'));
  await second.released.confirmLead();
  expect(releases.map(({ name }) => name)).toEqual(['first', 'R1', 'second', 'R3']);
});

test('a replaced signer cannot append until it takes over again, and then has the other signer’s entries', async () => {
  const { world, start } = await createPair();
  const [first, second] = [await start('first'), await start('second')];
  await first.takeOver();
  await first.pay(world.makeOrder('A'), 1);
  await second.record.follow();
  expect(second.record.listByOrder('A')).toHaveLength(1);
  await second.takeOver();
  await second.pay(world.makeOrder('B'), 2);
  await expect(addPayment(first.record, 3)).rejects.toThrow(LeadLostError);
  await first.takeOver();
  expect(first.record.lead()).toMatchObject({ signer: 'first', epoch: 3 });
  expect(first.record.listByOrder('B')).toHaveLength(1);
  await expect(addPayment(second.record, 3)).rejects.toThrow(LeadLostError);
  await addPayment(first.record, 3);
});

test('of several signers that take over at once, only one can append', async () => {
  const { forms, start } = await createPair();
  const signers = await Promise.all(['a', 'b', 'c'].map((name) => start(name)));
  await Promise.all(signers.map((signer) => signer.takeOver()));
  const added = await Promise.allSettled(signers.map(({ record }, index) => addPayment(record, index)));
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(forms.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test('appends that arrive at once are stored one after the other', async () => {
  const { start, releases } = await createPair();
  const { released, takeOver } = await start('first');
  await takeOver();
  await Promise.all(['R1', 'R2', 'R3'].map((name) => released.add(buildRelease(name))));
  expect(releases.map(({ name }) => name)).toEqual(['first', 'R1', 'R2', 'R3']);
});

test('an entry that was committed although the connection broke counts, and the next one follows it', async () => {
  const { forms, start } = await createPair();
  const second = await start('second');
  const table = createMemoryTable(forms);
  let isLost = false;
  const flaky: ChainedTable<RecordedForm> = {
    ...table,
    async insert(row) {
      const inserted = await table.insert(row);
      if (isLost) throw new Error('the connection broke');
      return inserted;
    },
  };
  const record = await createFormRecord({ ...createMemoryFolder<RecordedForm>(), table: flaky });
  await record.takeOver({ signer: 'first', instance: 'one' }, AT);
  isLost = true;
  await expect(addPayment(record, 1)).rejects.toThrow('the connection broke');
  isLost = false;
  await addPayment(record, 2);
  expect(record.listByOrder('N1')).toHaveLength(1);
  expect(forms.map(({ orderNos }) => orderNos)).toEqual([[], ['N1'], ['N2']]);
  await second.record.follow();
  expect(second.record.size()).toBe(3);
});

describe('a database that was restored to before a take-over', () => {
  test('gets its rows back from the signer that took over', async () => {
    const { forms, world, start } = await createPair();
    const [first, second] = [await start('first'), await start('second')];
    await first.takeOver();
    const backup = [...forms];
    await second.takeOver();
    await second.pay(world.makeOrder('A'), 1);
    forms.splice(0, Infinity, ...backup);
    await second.pay(world.makeOrder('B'), 2);
    expect(forms.map(({ purpose, orderNos }) => [purpose, ...orderNos])).toEqual([
      ['take-over'],
      ['take-over'],
      ['payment', 'A'],
      ['payment', 'B'],
    ]);
    await expect(addPayment(first.record, 3)).rejects.toThrow(LeadLostError);
  });

  test('is refused by the signer that took over if the former one has appended since', async () => {
    const { forms, world, start } = await createPair();
    const folder = createMemoryFolder<RecordedForm>();
    const [first, second] = [await start('first'), await start('second', createFreezer(), folder)];
    await first.takeOver();
    const backup = [...forms];
    await second.takeOver();
    await second.pay(world.makeOrder('A'), 1);
    forms.splice(0, Infinity, ...backup);
    await addPayment(first.record, 7);
    await expect(addPayment(second.record, 2)).rejects.toThrow(BrokenRecordError);
    expect(await second.pay(world.makeOrder('B'), 2)).toBe('failed');
    await expect(start('second', createFreezer(), folder)).rejects.toThrow(BrokenRecordError);
    expect(listPayments(forms, 'B')).toEqual([]);
  });
});

test('a new signer starts without the head of the record only while nothing was signed', async () => {
  const { world, start } = await createPair();
  const first = await start('first');
  await first.takeOver();
  expect((await start('second')).record.lead()?.signer).toBe('first');
  await first.pay(world.makeOrder('A'), 1);
  await expect(start('third')).rejects.toThrow('there is no head of the record');
});

test('a forged take-over is refused', async () => {
  const { forms, start } = await createPair();
  const first = await start('first');
  await first.takeOver();
  const [real] = forms as [RecordedForm];
  forms.push({ ...real, number: 2, payer: 'mallory', mac: Buffer.alloc(32) });
  const second = await start('second').catch((error: unknown) => error);
  expect(second).toBeInstanceOf(BrokenRecordError);
  await expect(first.record.follow()).rejects.toThrow(BrokenRecordError);
});
