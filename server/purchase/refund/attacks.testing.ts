import { createAmount, parseAmount } from '@slipway/money/amount.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { parsePainFile } from '../../../sandbox/bank/painFiles.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BankEntry } from '../../providers/bank/bankPort.ts';
import { silentStepContext } from '../order/silentStepContext.testing.ts';
import { sweepDeadlines } from '../order/sweeps/sweepOrders.ts';
import {
  buildBankEntry,
  createTestBank,
  createTransferOrder,
  EURO,
  OWN_ACCOUNT,
  type TestBank,
} from './testBank.testing.ts';

const DAY = '2026-11-21';
/**
 * The payer of a booking: the attacker, another person, not reported, or the operator, whose account a careless bank
 * reports as the payer.
 */
const PAYERS = ['own', 'another', 'unreported', 'operators'] as const;
/** Texts with at least this index are forged: they were never printed. */
const FORGED = 8;

/** A booking of the operator's account at a bank that books correctly but writes careless files. */
type Line = { readonly entry: BankEntry; stated: boolean };

/** The bank in all attacks on one database, with its bookings. Each is reported in one statement. */
type Books = { readonly lines: Line[]; statements: number; attacks: number; tries: number };

const sumLines = (summed: readonly Line[]) =>
  summed.reduce(
    (sum, { entry: { direction, amount } }) => sum + (direction === 'credit' ? amount.units : -amount.units),
    0n,
  );

/** Reports the unreported bookings in a statement: with other ids than in notifications, and without most references. */
async function deliverStatement(bank: TestBank, books: Books): Promise<void> {
  const { lines } = books;
  const before = lines.filter(({ stated }) => stated);
  const fresh = lines.filter(({ stated }) => !stated);
  for (const line of fresh) line.stated = true;
  books.statements += 1;
  const [opening, closing] = [sumLines(before), sumLines(lines)];
  await bank.deliver({
    statementId: `S${books.statements}`,
    kind: 'statement',
    balances: {
      opening: createAmount(EURO, opening),
      closing: createAmount(EURO, closing),
      closedOn: DAY,
      later: [],
      forecasts: [],
    },
    entries: fresh.map(({ entry }) => ({ ...entry, entryId: `s:${entry.entryId}`, reference: '', endToEndId: '' })),
  });
  expect(bank.refused).toEqual([]);
}

/** Texts that a payer, or an accomplice at the payer's bank, can write. */
type BookingTexts = Partial<Pick<BankEntry, 'remittance' | 'endToEndId' | 'transactionId'>>;

/** Creates an attack: the attacker's orders, and all texts that were printed for the attacker. */
async function createAttack(database: Database, books: Books) {
  const { lines } = books;
  const bank = createTestBank(database);
  const order = await createTransferOrder(database);
  books.attacks += 1;
  const accounts = {
    own: `MINE${books.attacks}`,
    another: `OTHER${books.attacks}`,
    unreported: '',
    operators: OWN_ACCOUNT,
  };
  const orders = [order];
  const printed = ['', (await order.order()).orderNo, order.reference];
  const executed: { id: string; units: bigint; account: string; returned: bigint }[] = [];
  let files = 0;
  let gain = 0n;

  async function book(overrides: Partial<BankEntry>, isNotified: boolean): Promise<void> {
    const entry = buildBankEntry({ bookedOn: DAY, reference: `B${lines.length}`, ...overrides });
    lines.push({ entry, stated: false });
    gain += entry.direction === 'debit' ? entry.amount.units : -entry.amount.units;
    if (isNotified) await bank.deliverBookings(entry);
  }

  /** Returns a text by its index, newest first, since recently sent ids are the most useful for an attack. */
  const pickText = (index: number) =>
    index >= FORGED
      ? forge(printed[index % printed.length] ?? '', index)
      : (printed.at(-1 - (index % printed.length)) ?? '');

  const listUnexecutedTransfers = () =>
    bank.sent.slice(files).flatMap(({ text }) => parsePainFile(Buffer.from(text)).map((transfer) => transfer));

  return {
    reference: order.reference,
    pickText,
    /** Simulates a payment by the attacker with any text. */
    async pay(units: bigint, texts: BookingTexts, payer: keyof typeof accounts, isNotified: boolean) {
      books.tries += 1;
      const counterparty = { name: 'ANNA WEBER', account: accounts[payer] };
      await book({ ...texts, amount: createAmount(EURO, units), counterparty }, isNotified);
    },
    /** Simulates that the bank executes the transfers in its files. */
    async execute(isNotified: boolean) {
      const waiting = listUnexecutedTransfers();
      files = bank.sent.length;
      for (const { endToEndId, amount, creditorName, creditorAccount, remittance } of waiting) {
        const { units } = parseAmount(EURO, amount);
        printed.push(`B${lines.length}`, remittance, endToEndId);
        executed.push({ id: endToEndId, units, account: creditorAccount, returned: 0n });
        const counterparty = { name: creditorName, account: creditorAccount };
        const booking = {
          direction: 'debit',
          amount: createAmount(EURO, units),
          endToEndId,
          remittance,
          counterparty,
        } as const;
        await book(booking, isNotified);
      }
    },
    /** Simulates that the attacker's bank returns all or part of a transfer. */
    async returnOne(which: number, share: bigint) {
      const transfer = executed[which % Math.max(executed.length, 1)];
      if (!transfer) return;
      const units = ((transfer.units - transfer.returned) * share) / 4n;
      if (units <= 0n) return;
      transfer.returned += units;
      const counterparty = { name: 'ANNA WEBER', account: transfer.account };
      const booking = { reversal: true, returnReason: 'AC04', endToEndId: transfer.id, counterparty };
      await book({ ...booking, amount: createAmount(EURO, units) }, true);
    },
    async expire() {
      for (const { orderId } of orders) {
        await database.run(sql`
          update orders set deadline_at = now() - interval '1 minute' where id = ${orderId} and status = 'awaiting_payment'`);
      }
      await sweepDeadlines({ ...silentStepContext, database, rules: { refundUnsentMs: null } });
    },
    async orderAgain() {
      const another = await createTransferOrder(database);
      orders.push(another);
      printed.push(another.reference);
    },
    deliverStatement: () => deliverStatement(bank, books),
    /** Runs the product's jobs. */
    async work() {
      await bank.runJobs();
      for (const { orderId } of orders) await bank.requestRefunds(orderId);
      await bank.runJobs();
    },
    /** Returns what the attacker has received, or will receive, in excess of the payments. */
    async gain(): Promise<bigint> {
      const found = await Promise.all(orders.map((each) => each.order()));
      const coins = found.filter(({ status }) => status === 'paid').reduce((sum, { pay }) => sum + pay.units, 0n);
      const underway = listUnexecutedTransfers().reduce((sum, { amount }) => sum + parseAmount(EURO, amount).units, 0n);
      return gain + coins + underway;
    },
  };
}

type Attack = Awaited<ReturnType<typeof createAttack>>;

/** Returns a printed text changed like a forgery: another character, longer, shorter, in lower case, or with spaces. */
function forge(reference: string, index: number): string {
  const at = index % Math.max(reference.length, 1);
  const changed = reference.slice(0, at) + (reference[at] === '7' ? '3' : '7') + reference.slice(at + 1);
  return (
    [changed, `${reference}0`, reference.toLowerCase(), reference.split('').join(' '), reference.slice(0, -1)][
      index % 5
    ] ?? ''
  );
}

const referenceIndex = fc.nat(FORGED + 5);
const amount = fc.constantFrom(1n, 2_500n, 7_499n, 9_999n, 10_000n, 10_001n, 12_500n, 20_000n);
const action: fc.Arbitrary<(attack: Attack) => Promise<void>> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc
      .tuple(
        amount,
        fc.tuple(referenceIndex, referenceIndex, fc.nat(2), referenceIndex),
        fc.constantFrom(...PAYERS),
        fc.boolean(),
      )
      .map(([units, [first, second, endToEndId, transactionId], payer, isNotified]) => (attack: Attack) => {
        const remittance = `${attack.pickText(first)} ${attack.pickText(second)}`.trim();
        const ids = { endToEndId: attack.pickText(endToEndId), transactionId: attack.pickText(transactionId) };
        return attack.pay(units, { ...ids, remittance }, payer, isNotified);
      }),
  },
  { weight: 3, arbitrary: fc.boolean().map((isNotified) => (attack: Attack) => attack.execute(isNotified)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(5), fc.constantFrom(1n, 2n, 4n)).map(
      ([which, share]) =>
        (attack: Attack) =>
          attack.returnOne(which, share),
    ),
  },
  { weight: 1, arbitrary: fc.constant((attack: Attack) => attack.expire()) },
  { weight: 1, arbitrary: fc.constant((attack: Attack) => attack.orderAgain()) },
  { weight: 2, arbitrary: fc.constant((attack: Attack) => attack.deliverStatement()) },
);

/** Overpays, so that the refund of the surplus discloses its ids to the attacker. */
async function overpay(attack: Attack): Promise<void> {
  await attack.pay(12_500n, { remittance: attack.reference }, 'own', true);
  await attack.work();
  await attack.execute(true);
  await attack.work();
}

export type Attacks = {
  /** Runs attackers one after the other, and asserts that none gains anything. */
  readonly nothingIsGained: fc.IAsyncProperty<[((attack: Attack) => Promise<void>)[]]>;
  /** Opens a separate attack after its initial overpayment. */
  open(): Promise<Attack>;
  /** Number of transfers sent with arbitrary texts. */
  tries(): number;
};

export function createAttacks(database: Database): Attacks {
  const books: Books = { lines: [], statements: 0, attacks: 0, tries: 0 };
  async function open(): Promise<Attack> {
    const attack = await createAttack(database, books);
    await overpay(attack);
    return attack;
  }
  const actions = fc.array(action, { minLength: 4, maxLength: 12 });
  return {
    nothingIsGained: fc.asyncProperty(actions, async (acts) => {
      const attack = await open();
      expect(await attack.gain()).toBeLessThanOrEqual(0n);
      for (const act of acts) {
        await act(attack);
        await attack.work();
        expect(await attack.gain()).toBeLessThanOrEqual(0n);
      }
      await attack.deliverStatement();
      await attack.work();
      expect(await attack.gain()).toBeLessThanOrEqual(0n);
    }),
    open,
    tries: () => books.tries,
  };
}
