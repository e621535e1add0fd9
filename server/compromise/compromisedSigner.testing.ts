import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll } from 'vitest';
import { openSignerConfiguration } from '../app/signer/signerConfiguration.ts';
import { openSignerOperations } from '../app/signer/signerOperations.ts';
import { readSettings } from '../configuration/readSettings.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { testRootKeys } from '../operator/persons/testPersons.testing.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import type { BankEntry } from '../providers/bank/bankPort.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import type { CardPayment } from '../providers/card/cardPort.ts';
import { openTreasuryKey as openBitcoinKey } from '../providers/chain/bitcoin/treasuryKey.ts';
import { openTreasuryKey as openEvmKey } from '../providers/chain/evm/treasuryKey.ts';
import { createVaryingSigner } from '../providers/chain/fakeSigners.testing.ts';
import type { TreasuryKey } from '../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import type { WithdrawRequest } from '../providers/venue/venueAccount.ts';
import { buildBankEntry, EURO, OWN_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import { createFixedScreening } from '../risk/fixedScreening.testing.ts';
import type { openReleaseWorld } from '../signer/releases/releaseWorld.testing.ts';
import type { AcceptedConfiguration } from '../signer/rows/acceptedConfiguration.ts';
import { readSignerEnvironment, type SignerEnvironment } from '../signer/signerEnvironment.ts';
import { createTestPrices } from '../signer/signerWorld.testing.ts';
import { createRemoteSigner } from '../signer/socket/remoteSigner.ts';
import { type SignerOperations, serveSigner } from '../signer/socket/serveSigner.ts';
import type { Released } from './gain.testing.ts';

const KEY = createVaryingSigner('5a'.repeat(32));

/** A deliberate weakness, to verify that a gain is detected. */
export type Weakness = {
  readonly environment?: Partial<SignerEnvironment>;
  /** The signer reads the bank's files from a folder that the worker can write. */
  readonly believesWorkerFolder?: boolean;
  /** The signer trusts the rows of payments instead of the acquirer. */
  readonly believesAttempts?: boolean;
  /** The signer trusts the rows of the configuration. */
  readonly believesRows?: boolean;
  /** The binding of orders is disabled by a mock. */
  readonly isUnbound?: boolean;
};

/** `worker`: the worker's folder of bank files, in which an attacker may forge some. */
export type Folders = { readonly signer: string; readonly worker: string };

/**
 * Opens a signer composed like its process, behind its real socket, with its keys, checks and files. Only services outside
 * Slipway are replaced: the acquirer, the bank, the venue and the exchanges.
 */
export async function openCompromisedSigner(world: Awaited<ReturnType<typeof openReleaseWorld>>) {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-compromise-'));
  for (const each of [folder, world.files.folder]) afterAll(() => rm(each, { recursive: true, force: true }));
  const keys = openTestKeys();
  const files = { ...createIso20022Files(), read: world.files.read };
  const log = createLog('silent');
  const environment: SignerEnvironment = {
    ...readSignerEnvironment({
      DATABASE_URL: 'postgres://signer',
      SLIPWAY_SECRET: 'a secret for these tests alone, long enough',
      SIGNER_SECRET: 'the key of a record for these tests',
      SIGNER_SOCKET: join(folder, 'socket'),
      SIGNER_FOLDER: join(folder, 'signer'),
      SLIPWAY_SANDBOX: '1',
      BANK_RECEIVED_FOLDER: world.files.folder,
      // Prices are constant here: nothing may be sent beyond what was paid.
      SIGNER_VALUE_PERCENT: '100',
    }),
    OPERATOR_ROOT_KEYS: testRootKeys,
  };
  let runningOperations: SignerOperations | undefined;
  const requireOperations = () => runningOperations ?? Promise.reject(new Error('the signer does not run'));
  const server = await serveSigner(
    {
      signer: {
        clear: async (...args) => (await requireOperations()).signer.clear(...args),
        pay: async (...args) => (await requireOperations()).signer.pay(...args),
        cancel: async (...args) => (await requireOperations()).signer.cancel(...args),
        uncompared: async () => (await requireOperations()).signer.uncompared(),
        compare: async (...args) => (await requireOperations()).signer.compare(...args),
      },
      transfers: {
        clear: async (...args) => (await requireOperations()).transfers.clear(...args),
        release: async (...args) => (await requireOperations()).transfers.release(...args),
      },
      withdrawals: { withdraw: async (...args) => (await requireOperations()).withdrawals.withdraw(...args) },
    },
    environment.SIGNER_SOCKET,
    { log, counts: { countAnswer: () => undefined, countRefusal: () => undefined } },
  );
  afterAll(() => server.stop());

  /** Starts the signer on a view of the database. Its messages to the bank and the venue are recorded in `released`. */
  async function start(
    view: Database,
    released: Released,
    { folders, ...weakness }: Weakness & { readonly folders: Folders },
  ): Promise<void> {
    runningOperations = undefined;
    const card = {
      getPayment: async (id: string): Promise<Outcome<CardPayment, 'not_found'>> => {
        const payment = weakness.believesAttempts ? await trustAttemptRow(view, id) : world.payments.get(id);
        return payment ? ok(payment) : refused('not_found');
      },
    };
    const bankExchange = {
      readSent: async () => [],
      sendTransfers: async (_name: string, bytes: Uint8Array) =>
        void released.transfers.push(...files.readTransfers(bytes).transfers),
    };
    const venue = {
      async withdraw(request: WithdrawRequest) {
        if (!(await request.mayStillSend())) return refused('superseded');
        released.withdrawals.push(request);
        return ok({ withdrawalId: `F${released.withdrawals.length}` });
      },
    };
    const own = {
      ...environment,
      SIGNER_FOLDER: folders.signer,
      ...(weakness.believesWorkerFolder && { BANK_RECEIVED_FOLDER: folders.worker }),
      ...weakness.environment,
    };
    const configuration = weakness.believesRows
      ? await trustConfigurationRows(view)
      : await openSignerConfiguration(own, view, log);
    const opened = await openSignerOperations({
      environment: own,
      database: view,
      log,
      keys,
      screening: createFixedScreening(),
      prices: {
        book: () => createTestPrices(new Date()).book,
        getPriceTime: () => new Date(),
        renew: async () => undefined,
      },
      vendors: { card, bankExchange, venue, files } as unknown as Parameters<typeof openSignerOperations>[0]['vendors'],
      configuration,
    });
    await opened.comparison.restart(async () => undefined);
    runningOperations = opened.operations;
  }

  return {
    remote: createRemoteSigner(environment.SIGNER_SOCKET),
    start,
    addressOn: (network: string) => keys.get(network)?.address ?? '',
    ownFolders: { signer: environment.SIGNER_FOLDER, worker: world.files.folder } satisfies Folders,
    /** Copies the folders, so that runs are independent. */
    async copyFolders(): Promise<Folders> {
      const own = await mkdtemp(join(folder, 'run-'));
      const copies = { signer: join(own, 'signer'), worker: join(own, 'worker') };
      await cp(world.files.folder, copies.worker, { recursive: true });
      await cp(environment.SIGNER_FOLDER, copies.signer, { recursive: true });
      return copies;
    },
  };
}

/** Stores a notification of bookings in a folder, as the bank's client does. */
export async function storeBankNotification(folder: string, entries: readonly Partial<BankEntry>[]): Promise<void> {
  const statement = { statementId: randomUUID(), kind: 'notification', account: OWN_ACCOUNT, currency: 'EUR' };
  const more = {
    sequenceNumber: null,
    pageNumber: null,
    balances: null,
    createdAt: '',
    entries: entries.map(buildBankEntry),
  };
  const text = JSON.stringify([{ ...statement, ...more }], (_name, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
  await writeFile(join(folder, `${randomUUID()}.xml`), text);
}

function openTestKeys(): ReadonlyMap<string, TreasuryKey> {
  const networks = new Set([...seededSettings().catalog.cryptos.values()].map(({ network }) => network.chain));
  return new Map(
    [...networks].map((network) => [
      network,
      network.startsWith('eip155:')
        ? openEvmKey(KEY, { network, chainId: Number(network.split(':')[1]) })
        : openBitcoinKey(KEY, { network: 'mainnet' }),
    ]),
  );
}

/** Returns the settings of a signer that trusts the configuration rows. */
async function trustConfigurationRows(
  view: Queryable,
): Promise<Pick<AcceptedConfiguration, 'settings' | 'contradictions'>> {
  const settings = await readSettings(view);
  return { settings: () => settings, contradictions: () => [] };
}

/** Returns the payment as seen by a signer that trusts an attempt's row instead of the acquirer. */
async function trustAttemptRow(view: Queryable, id: string): Promise<CardPayment | undefined> {
  const row = await view.maybeOne<{ orderNo: string; attemptId: string; units: bigint }>(sql`
    select o.order_no as "orderNo", a.id as "attemptId", o.pay_units as units
    from payment_attempts a join orders o on o.current_attempt_id = a.id where a.payment_id = ${id} limit 1`);
  if (!row) return undefined;
  const amount = { asset: EURO, units: row.units };
  const { orderNo, attemptId } = row;
  return { paymentId: id, orderNo, attemptId, status: 'captured', amount, capturedAmount: amount };
}
