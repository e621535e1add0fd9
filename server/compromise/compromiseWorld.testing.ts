import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import sql from 'sql-template-tag';
import { saveConfigurationRow } from '../configuration/configurationStore.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { getRoleName, type RoleName } from '../platform/database/roles/roleNames.ts';
import type { BankEntry } from '../providers/bank/bankPort.ts';
import type { PayoutSigner } from '../providers/chain/signerPort.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import { findOrdersByNumbers } from '../purchase/order/orderStore.ts';
import { OWN_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import { findTransferBatch } from '../purchase/refund/transferBatchStore.ts';
import { composeForm, type ForgedForm, UNITS } from '../signer/forgedForms.testing.ts';
import { readRecordedForms } from '../signer/record/formStore.ts';
import { createReleaseTable } from '../signer/releases/releaseStore.ts';
import { openReleaseWorld } from '../signer/releases/releaseWorld.testing.ts';
import type { SignerOperations } from '../signer/socket/serveSigner.ts';
import {
  type Folders,
  openCompromisedSigner,
  storeBankNotification,
  type Weakness,
} from './compromisedSigner.testing.ts';
import { storeCompromiseOrders } from './compromiseOrders.testing.ts';
import { type AttackerGain, measureGain, type Released } from './gain.testing.ts';

/**
 * A form without a false claim. `spent`: the indexes of outputs of 400,000 and 300,000 satoshis, which together cover any
 * order of these tests.
 */
export const HONEST: ForgedForm = { network: 0, nonce: 0, tip: 3, lie: 'none', spent: [0, 5], lied: [], fee: 2_000 };

/** An attacker's access: rights in the database, the worker's folder of bank files, and the signer's socket. */
export type AttackerAccess = {
  readonly transaction: Transaction;
  /**
   * Runs work with a role's rights, and checks constraints as a commit does. If the database refuses it, undoes it and returns
   * false.
   */
  as(role: RoleName | 'owner', work: (transaction: Transaction) => Promise<unknown>): Promise<boolean>;
  readonly signer: SignerOperations;
  /** Stores a notification of bookings in the worker's folder of bank files. */
  storeBankNotification(entries: readonly Partial<BankEntry>[]): Promise<void>;
  orders(): Promise<readonly Order[]>;
  /** Requests a form for orders that were cleared. */
  request(kind: 'pay' | 'cancel', orders: readonly Order[], form: ForgedForm): Promise<void>;
};

export type CompromiseWorld = Awaited<ReturnType<typeof openCompromiseWorld>>;

const UNAVAILABLE = { kind: 'unavailable', retryAfterMs: 1, detail: 'the signer has failed' } as const;

class AttackRolledBack extends Error {}

/** Opens orders and a signer that has paid some of them; called once, at the top of a test file. */
export async function openCompromiseWorld() {
  const { catalog } = seededSettings();
  const world = await openReleaseWorld();
  const { database } = world;
  const account = { accountHolder: 'Operator', account: OWN_ACCOUNT, bankCode: 'SOGEDEFF', bankName: 'A bank' };
  await database.transaction((transaction) =>
    saveConfigurationRow(transaction, { kind: 'transfer-account', key: 'EUR', value: account }),
  );
  const running = await openCompromisedSigner(world);
  const { remote, addressOn } = running;
  const sold = Object.keys(UNITS).map((id) => requireCrypto(catalog, id));
  const { signed, ...paid } = await storeCompromiseOrders(
    world,
    addressOn(requireCrypto(catalog, 'ETH').network.chain),
  );
  const truth = { sold, catalog, ...paid };
  const honestlyReleased: Released = { forms: [], answered: [], releases: [], transfers: [], withdrawals: [] };

  /** Performs the signer's honest payments, before any attack. */
  async function payHonestly(): Promise<void> {
    await running.start(roleDatabase(database, 'signer'), honestlyReleased, { folders: running.ownFolders });
    for (const [nonce, orderNo] of signed.entries()) {
      const orders = await findOrdersByNumbers(database, [orderNo]);
      const { network, unsigned, payments } = composeForm(sold, addressOn, 'pay', orders, { ...HONEST, nonce });
      await remote.signer.clear([orderNo]);
      const form = await payAfterComparison(remote.signer, [network, unsigned, payments as never]);
      if (form.kind !== 'ok') throw new Error(JSON.stringify(form));
      const [order] = orders;
      // The database refuses a payout of refunded money.
      if (order?.currentAttemptId) await storePayout(database, order.id, form.value);
    }
    const { id } = await database.one<{ id: number }>(sql`select max(id) as id from withdrawals`);
    const sent = await remote.withdrawals.withdraw(id);
    if (sent.kind !== 'ok') throw new Error(JSON.stringify(sent));
    await readRecords(database, honestlyReleased, { forms: new Set(), releases: new Set() });
    honestlyReleased.answered.push(...honestlyReleased.forms.map(({ bytes }) => bytes));
  }

  const countReleased = ({ forms, transfers, withdrawals }: Released) =>
    forms.length + transfers.length + withdrawals.length;

  /**
   * Runs an attack against a signer that starts with its first request, and rolls everything back. Returns the attacker's gain
   * and how much was released.
   */
  async function run(
    attack: (access: AttackerAccess) => Promise<void>,
    weakness: Weakness = {},
  ): Promise<AttackerGain & { readonly released: number }> {
    const folders = await running.copyFolders();
    const released: Released = {
      forms: [...honestlyReleased.forms],
      answered: [...honestlyReleased.answered],
      releases: [...honestlyReleased.releases],
      transfers: [...honestlyReleased.transfers],
      withdrawals: [...honestlyReleased.withdrawals],
    };
    await database
      .transaction(async (transaction) => {
        const known: KnownRows = { forms: new Set(), releases: new Set() };
        await readKnownRows(transaction, known);
        await attack(createAttackerAccess(transaction, released, { ...weakness, folders, known }));
        await transaction.executeSql('reset role');
        await readRecords(transaction, released, known);
        throw new AttackRolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof AttackRolledBack)) throw error;
      });
    await rm(dirname(folders.signer), { recursive: true, force: true });
    return { ...measureGain(truth, released), released: countReleased(released) - countReleased(honestlyReleased) };
  }

  function createAttackerAccess(
    transaction: Transaction,
    released: Released,
    { known, ...weakness }: Weakness & { readonly folders: Folders; readonly known: KnownRows },
  ): AttackerAccess {
    const transactionView = createTransactionView(database, transaction);
    let isStarted = false;

    async function as(role: RoleName | 'owner', work: (inner: Transaction) => Promise<unknown>): Promise<boolean> {
      const setRole = role === 'owner' ? 'reset role' : `set local role ${getRoleName(role)}`;
      await transaction.executeSql(`${setRole}; savepoint before`);
      try {
        await work(transaction);
        // Checks constraints as a commit does.
        await transaction.executeSql(
          'set constraints all immediate; set constraints all deferred; release savepoint before',
        );
        return true;
      } catch {
        await transaction.executeSql('rollback to savepoint before');
        return false;
      }
    }

    /** Sends a request to the signer, which starts at the first request and queries the database in its own role. */
    async function requestFromSigner<Answer>(call: () => Promise<Answer>): Promise<Answer | typeof UNAVAILABLE> {
      let answer: Answer | typeof UNAVAILABLE = UNAVAILABLE;
      await as('signer', async () => {
        if (!isStarted) {
          await readKnownRows(transaction, known);
          await running.start(transactionView, released, weakness);
        }
        isStarted = true;
        answer = await call();
      });
      return answer;
    }

    /** Requests a form and records it. */
    async function requestForm<Answer extends { readonly kind: string }>(call: () => Promise<Answer>) {
      const answer = await requestFromSigner(call);
      if ('value' in answer) released.answered.push((answer.value as { readonly bytes: string }).bytes);
      return answer;
    }

    const signer: SignerOperations = {
      signer: {
        clear: (...args) => requestFromSigner(() => remote.signer.clear(...args)),
        pay: (...args) => requestForm(() => payAfterComparison(remote.signer, args)),
        cancel: (...args) => requestForm(() => remote.signer.cancel(...args)),
        uncompared: () => requestFromSigner(() => remote.signer.uncompared()),
        compare: (...args) => requestFromSigner(() => remote.signer.compare(...args)),
      },
      transfers: {
        clear: (...args) => requestFromSigner(() => remote.transfers.clear(...args)),
        release: (...args) => requestFromSigner(() => remote.transfers.release(...args)),
      },
      withdrawals: { withdraw: (...args) => requestFromSigner(() => remote.withdrawals.withdraw(...args)) },
    };

    return {
      transaction,
      as,
      signer,
      storeBankNotification: (entries) => storeBankNotification(weakness.folders.worker, entries),
      async orders() {
        await transaction.executeSql('reset role');
        const rows = await transaction.many<{ orderNo: string }>(
          sql`select order_no as "orderNo" from orders order by id`,
        );
        const orderNos = rows.map(({ orderNo }) => orderNo);
        const found = await findOrdersByNumbers(transaction, orderNos);
        return orderNos.flatMap((orderNo) => found.find((order) => order.orderNo === orderNo) ?? []);
      },
      async request(kind, orders, form) {
        const orderNos = orders.map(({ orderNo }) => orderNo);
        const { network, unsigned, payments } = composeForm(sold, addressOn, kind, orders, form);
        if (kind === 'pay') await signer.signer.pay(network, unsigned, payments as never);
        else await signer.signer.cancel(network, unsigned, orderNos);
      },
    };
  }

  await payHonestly();
  const batches = await database.many<{ id: string }>(sql`select id from transfer_batches order by created_at, id`);
  const refunds = await database.many<{ id: string }>(sql`select id from refunds order by created_at, id`);
  return {
    database,
    truth,
    run,
    refunds: refunds.map(({ id }) => id),
    batches: await Promise.all(batches.map(({ id }) => requireBatch(database, id))),
    writable: await findAttackableColumns(database),
  };
}

async function requireBatch(database: Database, id: string) {
  const batch = await findTransferBatch(database, id);
  if (!batch) throw new Error(`there is no file ${id}`);
  return batch;
}

/** Returns every column that the signer reads and the api or the worker may change. */
async function findAttackableColumns(database: Database) {
  return database.many<{ table: string; column: string; role: 'api' | 'worker' }>(sql`
    select relname as "table", attname as "column", role
    from pg_class join pg_attribute on attrelid = pg_class.oid, unnest(array['api', 'worker']) as role
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and has_column_privilege(${getRoleName('signer')}::name, pg_class.oid, attnum, 'select')
      and has_column_privilege(('slipway_' || role)::name, pg_class.oid, attnum, 'update')
    order by 1, 2, 3`);
}

/** Numbers of the rows in the signer's own tables at its start, by any writer. */
type KnownRows = { readonly forms: Set<number>; readonly releases: Set<number> };

async function readKnownRows(database: Pick<Database, 'many'>, { forms, releases }: KnownRows): Promise<void> {
  const rows = await database.many<{ number: number; isForm: boolean }>(sql`
    select number, true as is_form from signed_forms union all select number, false from signer_releases`);
  for (const { number, isForm } of rows) (isForm ? forms : releases).add(number);
}

/** Adds the rows that the signer has written since its start. */
async function readRecords(database: Pick<Database, 'many'>, released: Released, known: KnownRows): Promise<void> {
  for await (const forms of readRecordedForms(database as Database))
    released.forms.push(...forms.filter(({ number }) => !known.forms.has(number)));
  for await (const releases of createReleaseTable(database as Database).after(0))
    released.releases.push(...releases.filter(({ number }) => !known.releases.has(number)));
}

/** Stores the worker's rows of a signed form. */
async function storePayout(
  database: Database,
  orderId: number,
  form: { readonly unsigned: object; readonly transactionId: string; readonly bytes: string },
): Promise<void> {
  const id = `payout_${orderId}`;
  await database.run(sql`
    insert into payouts (id, batch_id, order_id, network, asset, decimals, from_address, to_address, units, nonce, status,
      transaction_id, fee_asset, fee_decimals, quoted_fee_units, created_at, updated_at)
    select ${id}, ${id}, id, network, receive_asset, receive_decimals, 'treasury', address, receive_units, ${orderId}, 'signed',
      ${form.transactionId}, receive_asset, receive_decimals, 1, slipway_now(), slipway_now() from orders where id = ${orderId}`);
  await database.run(sql`
    insert into payout_variants (payout_id, number, unsigned, transaction_id, bytes, created_at)
    values (${id}, 1, ${JSON.stringify(form.unsigned)}, ${form.transactionId}, ${form.bytes}, slipway_now())`);
}

/** Returns the database as seen by a transaction. */
function createTransactionView(database: Database, transaction: Transaction): Database {
  const within = <Result>(work: (inner: Transaction) => Promise<Result>) => work(transaction);
  return { ...database, ...transaction, transaction: within, repeatableTransaction: within } as unknown as Database;
}

/**
 * Requests a payment. If the signer first requires the comparison with the chain, reports that the chain has nothing that the
 * signer's record lacks, and requests the payment again.
 */
async function payAfterComparison(signer: PayoutSigner, args: Parameters<PayoutSigner['pay']>) {
  const first = await signer.pay(...args);
  if (first.kind !== 'unavailable' || first.cause !== 'comparison') return first;
  const [network, unsigned] = args;
  const uncompared = await signer.uncompared();
  const start = uncompared.kind === 'ok' ? uncompared.value.find((each) => each.network === network)?.start : undefined;
  const inputs = 'inputs' in unsigned && Array.isArray(unsigned['inputs']) ? unsigned['inputs'] : [];
  const received = inputs.map((input) => String((input as { readonly txid: unknown }).txid));
  const nextNonce = Number('nonce' in unsigned ? unsigned['nonce'] : 0);
  await signer.compare(network, { nextNonce, transactions: [], received }, start);
  return signer.pay(...args);
}
