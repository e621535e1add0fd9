import { randomUUID } from 'node:crypto';
import { type Amount, createAmount } from '@slipway/money/amount.ts';
import fc from 'fast-check';
import sql, { join, raw } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import type { Order } from '../purchase/order/order.ts';
import { computeOrderSeal } from '../purchase/order/orderSeal.ts';
import { EURO, OWN_ACCOUNT, PAYER_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import { ATTACKER, BITCOIN_ATTACKER, type ForgedForm, forgedForm } from '../signer/forgedForms.testing.ts';
import { orderSeal } from '../signer/signerWorld.testing.ts';
import type { Weakness } from './compromisedSigner.testing.ts';
import { ROW_WRITE_NAMES, type RowWriteName, writeRows } from './compromiseRows.testing.ts';
import { type AttackerAccess, type CompromiseWorld, HONEST } from './compromiseWorld.testing.ts';

/** Changes to an order's row. */
const CHANGES = [
  'coin',
  'asset',
  'network',
  'amount',
  'double',
  'address',
  'digits',
  'payDigits',
  'payLess',
  'attempt',
  'reference',
  'toAttacker',
] as const;
export type Change = (typeof CHANGES)[number];
type AttackedProcess = 'api' | 'worker';

const VALUES = ['of another row', 'nothing', 'ten times', 'a status'] as const;

/** An act of an attacker. Numbers select among the existing rows. */
export type Act =
  | { readonly kind: 'pay' | 'cancel'; readonly orders: readonly number[]; readonly form: ForgedForm }
  | { readonly kind: 'payHonestly'; readonly order: number; readonly nonce: number }
  | {
      readonly kind: 'changeOrder' | 'copyOrder';
      readonly order: number;
      readonly as: number;
      readonly changes: readonly Change[];
      readonly by: AttackedProcess;
    }
  | { readonly kind: 'write'; readonly column: number; readonly row: number; readonly value: (typeof VALUES)[number] }
  | { readonly kind: 'forgeBooking'; readonly order: number; readonly account: string; readonly cents: number }
  | {
      readonly kind: 'refund';
      readonly receipt: number;
      readonly id: 'dated' | 'plain' | 'numbered';
      readonly account: string;
      readonly cents: number;
      readonly order: number;
    }
  | { readonly kind: 'releaseStored'; readonly batch: number }
  | { readonly kind: 'withdraw'; readonly row: number }
  | { readonly kind: 'copyWithdrawal'; readonly row: number; readonly request: number; readonly toAttacker: boolean }
  | { readonly kind: 'writeRows'; readonly name: RowWriteName }
  | { readonly kind: 'approveRequests' };

export type Attack = {
  /** True if the attacker also has `SLIPWAY_SECRET`, and seals what they write. */
  readonly hasSecret: boolean;
  readonly acts: readonly Act[];
};

const ATTACKER_ACCOUNT = 'DE02120300000000202051';
const anyIndex = fc.nat({ max: 60 });
const anyProcess = fc.constantFrom<AttackedProcess[]>('api', 'worker');
const changes = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Change[]>(
      ['toAttacker'],
      ['double'],
      ['asset'],
      ['coin', 'double'],
      ['digits', 'double'],
      ['payDigits', 'double'],
      ['attempt', 'toAttacker'],
      ['reference', 'toAttacker'],
    ),
  },
  { weight: 1, arbitrary: fc.subarray([...CHANGES], { minLength: 1, maxLength: 3 }) },
);
const orderIndexes = fc.oneof(
  { weight: 4, arbitrary: anyIndex.map((one) => [one]) },
  { weight: 1, arbitrary: fc.uniqueArray(anyIndex, { minLength: 2, maxLength: 3 }) },
);
const account = fc.constantFrom(ATTACKER_ACCOUNT, ATTACKER_ACCOUNT, PAYER_ACCOUNT);
const cents = fc.constantFrom(1, 5_000, 10_000, 10_000, 15_000, 1_000_000);

const pay = fc.record({ kind: fc.constantFrom('pay', 'pay', 'pay', 'cancel'), orders: orderIndexes, form: forgedForm });
const payHonestly = fc.record({
  kind: fc.constant('payHonestly'),
  order: anyIndex,
  nonce: fc.integer({ min: 5, max: 40 }),
});
const changeOrder = fc.record({
  kind: fc.constantFrom('changeOrder', 'changeOrder', 'copyOrder'),
  order: anyIndex,
  as: anyIndex,
  changes,
  by: anyProcess,
});
const forgeBooking = fc.record({ kind: fc.constant('forgeBooking'), order: anyIndex, account, cents });
const refund = fc.record({
  kind: fc.constant('refund'),
  receipt: anyIndex,
  id: fc.constantFrom('dated', 'dated', 'plain', 'numbered'),
  account,
  cents,
  order: anyIndex,
});
const write = fc.record({
  kind: fc.constant('write'),
  column: fc.nat(),
  row: anyIndex,
  value: fc.constantFrom(...VALUES),
});
const withdraw = fc.record({ kind: fc.constant('withdraw'), row: anyIndex });

/** Sequences that take several acts about one order. */
const typicalSequence = fc
  .record({ change: changeOrder, forged: forgeBooking, nonce: fc.integer({ min: 5, max: 40 }), isForged: fc.boolean() })
  .map(({ change, forged, nonce, isForged }) => {
    // A copied order is the last one.
    const order = change.kind === 'copyOrder' ? -1 : change.order;
    const { order: _, ...booking } = forged;
    return [change, ...(isForged ? [{ ...booking, order }] : []), { kind: 'payHonestly', order, nonce }];
  });

const acts = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: typicalSequence },
      { weight: 2, arbitrary: pay.map((one) => [one]) },
      { weight: 2, arbitrary: payHonestly.map((one) => [one]) },
      { weight: 1, arbitrary: changeOrder.map((one) => [one]) },
      { weight: 2, arbitrary: write.map((one) => [one]) },
      { weight: 1, arbitrary: forgeBooking.map((one) => [one]) },
      { weight: 3, arbitrary: refund.map((one) => [one]) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('releaseStored'), batch: anyIndex }).map((one) => [one]) },
      { weight: 2, arbitrary: withdraw.map((one) => [one]) },
      {
        weight: 1,
        arbitrary: fc
          .record({ kind: fc.constant('copyWithdrawal'), row: anyIndex, request: anyIndex, toAttacker: fc.boolean() })
          .map((one) => [one, { kind: 'withdraw', row: -1 }]),
      },
      { weight: 1, arbitrary: fc.constant([{ kind: 'approveRequests' }]) },
    ),
    { minLength: 2, maxLength: 6 },
  )
  .map((parts) => parts.flat() as readonly Act[]);

/** Writing configuration rows releases nothing by itself: most attacks write some first. */
const rowsWrite = fc.record({ kind: fc.constant('writeRows'), name: fc.constantFrom(...ROW_WRITE_NAMES) });
const firstRows = fc.option(rowsWrite);
const anyAttack: fc.Arbitrary<Attack> = fc
  .record({ hasSecret: fc.boolean(), firstRows, acts })
  .map(({ hasSecret, firstRows: first, acts: others }) => ({ hasSecret, acts: first ? [first, ...others] : others }));

/** Runs an attack with the rights of the api, the worker and the clerk, their files, and the signer's socket. */
async function runAttack(
  world: CompromiseWorld,
  access: AttackerAccess,
  { hasSecret, acts: all }: Attack,
): Promise<void> {
  for (const act of all) await runAct(world, access, act, hasSecret);
}

/** The result of generated attacks, in euro cents. */
type AttackTotals = {
  /** Released beyond what was paid, and coins redirected from their buyers without `SLIPWAY_SECRET`. */
  readonly gained: bigint;
  /** Coins of paid orders sent to an attacker with `SLIPWAY_SECRET` instead of their buyers. */
  readonly redirected: bigint;
  /** Number of released forms, transfers and withdrawals, honest or not. */
  readonly released: number;
};

export function sampleAttacks(count: number, seed: number): readonly Attack[] {
  return fc.sample(anyAttack, { numRuns: count, seed });
}

/** Runs attacks, each undone before the next. `untilGain`: stops at the first gain. */
export async function runAttacks(
  world: CompromiseWorld,
  attacks: readonly Attack[],
  { weakness, untilGain = false }: { readonly weakness?: Weakness; readonly untilGain?: boolean } = {},
): Promise<AttackTotals> {
  let totals: AttackTotals = { gained: 0n, redirected: 0n, released: 0 };
  for (const attack of attacks) {
    const { beyond, redirected, released } = await world.run((access) => runAttack(world, access, attack), weakness);
    totals = {
      gained: totals.gained + beyond + (attack.hasSecret ? 0n : redirected),
      redirected: totals.redirected + (attack.hasSecret ? redirected : 0n),
      released: totals.released + released,
    };
    if (untilGain && totals.gained > 0n) break;
  }
  return totals;
}

async function runAct(world: CompromiseWorld, access: AttackerAccess, act: Act, hasSecret: boolean): Promise<void> {
  const found = await access.orders();
  const orderAt = (index: number) => found.at(index < 0 ? index : index % found.length);
  switch (act.kind) {
    case 'pay':
    case 'cancel':
      return requestForm(access, act.kind, [...new Set(act.orders.flatMap((index) => orderAt(index) ?? []))], act.form);
    case 'payHonestly': {
      const order = orderAt(act.order);
      return order && requestForm(access, 'pay', [order], { ...HONEST, nonce: act.nonce, spent: [2] });
    }
    case 'changeOrder':
    case 'copyOrder': {
      const [order, other] = [orderAt(act.order), orderAt(act.as)];
      return order && other && writeOrder(access, act, { order, other, hasSecret });
    }
    case 'write':
      return writeColumn(world, access, act);
    case 'forgeBooking': {
      const booking = { remittance: orderAt(act.order)?.transferReference ?? '', transactionId: randomUUID() };
      const counterparty = { name: 'A thief', account: act.account };
      return access.storeBankNotification([
        { ...booking, counterparty, amount: createAmount(EURO, BigInt(act.cents)) },
      ]);
    }
    case 'refund':
      return releaseRefund(world, access, act, orderAt(act.order));
    case 'releaseStored': {
      const batch = world.batches[act.batch % world.batches.length];
      return batch && void (await access.signer.transfers.release(batch.id, batch.file));
    }
    case 'withdraw':
      return requestWithdrawal(access, act.row);
    case 'copyWithdrawal':
      return void (await copyWithdrawal(access, act));
    case 'writeRows':
      return void (await writeRows(access, act.name));
    case 'approveRequests':
      await access.as('worker', (transaction) => transaction.run(sql`update operator_requests set status = 'done'`));
  }
}

async function requestForm(
  { signer, request }: AttackerAccess,
  kind: 'pay' | 'cancel',
  orders: readonly Order[],
  form: ForgedForm,
): Promise<void> {
  await signer.signer.clear(orders.map(({ orderNo }) => orderNo));
  await request(kind, orders, form);
}

type Columns = Readonly<Record<string, string | number | null>>;

function buildChangedColumns(order: Order, other: Order, change: Change): Columns {
  const { receive, pay: paid } = order;
  const amount = ({ asset, units }: Amount) => ({
    receive_asset: asset.id,
    receive_decimals: asset.decimals,
    receive_units: `${units}`,
  });
  const all: Readonly<Record<Change, Columns>> = {
    coin: { receive_currency: other.receiveCurrency },
    asset: { receive_asset: other.receive.asset.id, receive_decimals: other.receive.asset.decimals },
    network: { network: other.network },
    amount: amount(other.receive),
    double: { receive_units: `${receive.units * 2n}` },
    address: { address: other.address },
    digits: { receive_decimals: 6 },
    payDigits: { pay_decimals: 0 },
    payLess: { pay_units: `${paid.units / 100n}` },
    attempt: { current_attempt_id: other.currentAttemptId },
    reference: { transfer_reference: other.transferReference, pay_method: other.payMethod },
    toAttacker: { address: order.receiveCurrency === 'BTC' ? BITCOIN_ATTACKER : ATTACKER },
  };
  return all[change];
}

async function writeOrder(
  access: AttackerAccess,
  { kind, changes: wanted, by: role }: Extract<Act, { kind: 'changeOrder' | 'copyOrder' }>,
  { order, other, hasSecret }: { readonly order: Order; readonly other: Order; readonly hasSecret: boolean },
): Promise<void> {
  const columns: Columns = Object.assign({}, ...wanted.map((change) => buildChangedColumns(order, other, change)));
  const orderNo = kind === 'copyOrder' ? randomUUID() : order.orderNo;
  await access.as(role, (transaction) =>
    kind === 'copyOrder'
      ? insertCopy(transaction, 'orders', order.id, {
          ...columns,
          order_no: orderNo,
          quote_id: orderNo,
          status: 'awaiting_payment',
          captured_units: 0,
          received_units: 0,
          refunded_units: 0,
        })
      : updateRow(transaction, 'orders', order.id, columns),
  );
  if (!hasSecret) return;
  const [written] = (await access.orders()).filter((each) => each.orderNo === orderNo);
  if (!written) return;
  const seal = `\\x${computeOrderSeal(orderSeal, written).toString('hex')}`;
  await access.as(role, (transaction) => updateRow(transaction, 'orders', written.id, { seal }));
}

/** Updates columns of a row, given as PostgreSQL's `jsonb_populate_record` reads them: amounts as text, bytes in hex. */
async function updateRow(transaction: Transaction, table: string, id: number, columns: Columns): Promise<void> {
  const names = Object.keys(columns).map((name) => raw(`"${name}" = n."${name}"`));
  await transaction.run(sql`
    update ${raw(table)} t set ${join(names)}
    from jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(columns)}::jsonb) n where t.id = ${id}`);
}

/** Inserts a row that differs from another one in some columns. The table assigns its id, unless it is among them. */
async function insertCopy(
  transaction: Transaction,
  table: string,
  id: number | string,
  columns: Columns,
): Promise<void> {
  const found = await transaction.many<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity <> 'a' and attgenerated = ''`);
  const names = found.map(({ name }) => raw(`"${name}"`));
  await transaction.run(sql`
    insert into ${raw(table)} (${join(names)})
    select ${join(found.map(({ name }) => raw(`(n)."${name}"`)))}
    from (select jsonb_populate_record(t, ${JSON.stringify(columns)}::jsonb) as n from ${raw(table)} t where id = ${id}) copied`);
}

/** Writes any column that one of the processes may change. */
async function writeColumn(
  { writable }: CompromiseWorld,
  access: AttackerAccess,
  { column: at, row, value }: Extract<Act, { kind: 'write' }>,
): Promise<void> {
  const place = writable[at % writable.length];
  if (!place) return;
  const [table, column] = [raw(place.table), raw(`"${place.column}"`)];
  const written = {
    'of another row': sql`(select ${column} from ${table} order by ctid limit 1 offset ${row + 1} % (select count(*) from ${table}))`,
    nothing: sql`null`,
    'ten times': sql`${column} * 10`,
    'a status': sql`'converted'`,
  }[value];
  await access.as(place.role, (transaction) =>
    transaction.run(sql`
      update ${table} set ${column} = ${written}
      where ctid = (select ctid from ${table} order by ctid limit 1 offset ${row} % (select count(*) from ${table}))`),
  );
}

async function releaseRefund(
  { truth, refunds }: CompromiseWorld,
  access: AttackerAccess,
  { receipt, id: how, account: to, cents: units }: Extract<Act, { kind: 'refund' }>,
  order: Order | undefined,
): Promise<void> {
  const receipts = [...truth.receipts.keys()];
  const dated = receipts[receipt % receipts.length] ?? '';
  const receiptId = { dated, plain: dated.split('@')[0] ?? '', numbered: `${dated}:2` }[how];
  const id = `RFD${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`;
  const written = await access.as('worker', (transaction) =>
    insertCopy(transaction, 'refunds', refunds[0] ?? '', {
      id,
      order_id: order?.id ?? null,
      payment_id: receiptId,
      units,
      status: 'requested',
      batch_id: null,
      acquirer_refund_id: null,
      sealed: null,
      has_creditor: 'false',
    }),
  );
  if (!written) return;
  const batchId = `B${randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`;
  const transfer = { transferId: id, amount: createAmount(EURO, BigInt(units)), remittance: 'Refund' };
  const file = createIso20022Files().writeTransfers({
    batchId,
    createdAt: new Date(),
    debtor: { name: 'Operator', account: OWN_ACCOUNT, bankCode: 'SOGEDEFF' },
    transfers: [{ ...transfer, creditor: { name: 'Anna Weber', account: to } }],
  });
  await access.signer.transfers.clear([{ id, account: to }]);
  await access.signer.transfers.release(batchId, file);
}

function copyWithdrawal(
  access: AttackerAccess,
  { row, request, toAttacker }: Extract<Act, { kind: 'copyWithdrawal' }>,
): Promise<boolean> {
  return access.as('worker', async (transaction) => {
    // Only one withdrawal of a coin to an address may be pending.
    await transaction.run(sql`update withdrawals set status = 'failed'`);
    const rows = await transaction.many<{ id: number }>(sql`select id from withdrawals order by id`);
    const requests = await transaction.many<{ id: number }>(sql`select id from operator_requests order by id`);
    await insertCopy(transaction, 'withdrawals', rows[row % rows.length]?.id ?? 0, {
      request_id: requests[request % requests.length]?.id ?? 0,
      ...(toAttacker && { address: ATTACKER }),
    });
  });
}

async function requestWithdrawal({ as, transaction, signer }: AttackerAccess, index: number): Promise<void> {
  let rows: readonly { readonly id: number }[] = [];
  await as('worker', async () => {
    rows = await transaction.many<{ id: number }>(sql`select id from withdrawals order by id`);
  });
  const row = rows.at(index < 0 ? index : index % rows.length);
  if (row) await signer.withdrawals.withdraw(row.id);
}
