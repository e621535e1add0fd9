import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Amount, createAmount, parseAmount } from '@slipway/money/amount.ts';
import type { Settings } from '../../configuration/settings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { deriveKeys, type Keys } from '../../platform/secrets.ts';
import type { BankExchange, BankFiles } from '../../providers/bank/bankPort.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import type { TreasuryKey } from '../../providers/chain/signerPort.ts';
import type { VenueAccount } from '../../providers/venue/venueAccount.ts';
import { type Catalog, requireCrypto } from '../../purchase/catalog/catalog.ts';
import type { Order } from '../../purchase/order/order.ts';
import { findOldestOpenOrderTime, findOrdersByNumbers, findOrdersReceiving } from '../../purchase/order/orderStore.ts';
import { normalizeAccountNumber } from '../../purchase/payment/normalizeAccountNumber.ts';
import type { AddressScreener } from '../../risk/screening.ts';
import { createBankFileReader } from '../../signer/bankFiles/bankFileReader.ts';
import { bindOrder } from '../../signer/bindOrder.ts';
import { type ChainComparison, createChainComparison } from '../../signer/chainComparison.ts';
import type { Limits } from '../../signer/limits.ts';
import type { OwnPrices } from '../../signer/ownPrices.ts';
import { createFormRecord } from '../../signer/record/formRecord.ts';
import { createFormTable, readRecordedForm } from '../../signer/record/formStore.ts';
import { createHeadFile } from '../../signer/record/headFile.ts';
import { createJournal } from '../../signer/record/journal.ts';
import type { FollowedRecord } from '../../signer/record/takeOver.ts';
import { createPaidBackCalculator } from '../../signer/releases/paidBackCalculator.ts';
import { createReleaseTable, findRefundRows, findWithdrawalRow } from '../../signer/releases/releaseStore.ts';
import { createReleaseRecord } from '../../signer/releases/releases.ts';
import { createTransferRelease } from '../../signer/releases/releaseTransfers.ts';
import { createWithdrawalRelease } from '../../signer/releases/releaseWithdrawals.ts';
import type { AcceptedConfiguration } from '../../signer/rows/acceptedConfiguration.ts';
import { createSerialRunner } from '../../signer/serialRunner.ts';
import { findSignedRequests } from '../../signer/signedRequests/findSignedRequests.ts';
import { findManualMatches, findVouches } from '../../signer/signedRequests/orderStatements.ts';
import {
  findRequestById,
  findRequestsToAllowAddress,
  findRequestsToPayAccount,
} from '../../signer/signedRequests/requestRowStore.ts';
import { createSigner } from '../../signer/signer.ts';
import { DEFAULT_COINS_PER_DAY, type SignerEnvironment } from '../../signer/signerEnvironment.ts';
import type { SignerGaugeSources } from '../../signer/signerMetrics.ts';
import type { SignerOperations } from '../../signer/socket/serveSigner.ts';
import type { SignerStatusContext } from '../../signer/status/buildSignerStatus.ts';
import { createStopFile } from '../../signer/stops/stopFile.ts';
import { findStopReasonText, listStopReasons } from '../../signer/stops/stopReasons.ts';
import { createStops } from '../../signer/stops/stops.ts';
import { verifyPayment } from '../../signer/verifyPayment.ts';
import { computeCoinCents, computeFeeCents, computeFiatCents, priceOrder } from '../../signer/worth.ts';

const CENTS = 100n;

export type SignerOperationsOptions = {
  readonly environment: SignerEnvironment;
  readonly database: Database;
  readonly log: Log;
  /** By CAIP-2 id. */
  readonly keys: ReadonlyMap<string, TreasuryKey>;
  readonly screening: AddressScreener;
  readonly prices: OwnPrices;
  readonly vendors: {
    readonly card: CardAcquirer;
    readonly bankExchange: BankExchange | undefined;
    readonly venue: VenueAccount;
    readonly files: BankFiles;
  };
  readonly configuration: Pick<AcceptedConfiguration, 'settings' | 'contradictions'>;
};

/** Opens the operations of the process with the keys, and its two records. */
export async function openSignerOperations({
  environment,
  database,
  log,
  keys,
  screening,
  prices,
  vendors: { card, bankExchange, venue, files },
  configuration: { settings, contradictions },
}: SignerOperationsOptions): Promise<{
  readonly operations: SignerOperations;
  readonly recordSizes: { readonly forms: number; readonly releases: number };
  readonly watch: SignerGaugeSources;
  /** What the signer reports about itself. */
  readonly standing: Omit<SignerStatusContext, 'startedAt' | 'comparedAfter'>;
  readonly comparison: ChainComparison;
  readonly records: readonly [forms: FollowedRecord, releases: FollowedRecord];
  /** The file with which a person stops this signer on its machine. */
  readonly stopFile: string;
}> {
  const priced = () => ({ book: prices.book(), at: prices.getPriceTime(), catalog: settings().catalog });
  const { SIGNER_FOLDER: folder } = environment;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { record, releases } = await openRecords({ database, secret: environment.SIGNER_SECRET, folder, log });
  const requestContext = {
    database,
    rootKeys: environment.OPERATOR_ROOT_KEYS,
    isSandbox: environment.SLIPWAY_SANDBOX === '1',
    twoAboveEuroCents: BigInt(environment.SIGNER_SECOND_APPROVAL_ABOVE_EUR) * CENTS,
  };
  const stops = await createStops({
    ...requestContext,
    stopStore: createStopFile(join(folder, 'stops')),
    log,
    now: () => new Date(),
  });
  const stopFile = join(folder, 'stopped');
  const bank = environment.BANK_RECEIVED_FOLDER
    ? createBankFileReader({
        folder: environment.BANK_RECEIVED_FOLDER,
        ownAccounts: () => listOwnAccounts(settings().catalog),
        statementNumbers: environment.BANK_STATEMENT_NUMBERS,
        files,
        log,
      })
    : undefined;
  const shared = {
    record,
    releases,
    runSerially: createSerialRunner(),
    orderSeal: deriveSignerKeys(environment).orderSeal,
    screening,
    card,
    bank,
    sumPaidBack: createPaidBackCalculator(releases, bank),
    findVouches: (orderNo: string) => findVouches(requestContext, orderNo),
    findStopReason: () => findStopReasonText(stopFile, stops),
    now: () => new Date(),
  };
  const limits = () => readSignerLimits(environment, settings());
  const uncapped = [...settings().catalog.cryptos.values()].filter(({ asset }) => !limits().dayUnits.has(asset.id));
  if (uncapped.length > 0)
    log.warn({ coins: uncapped.map(({ id }) => id) }, 'no cap in coins: name them in SIGNER_COINS_PER_DAY');
  const matching = {
    ...requestContext,
    priceMoney: async (pay: Amount) => {
      await prices.renew();
      // Uses the catalog's decimals, not the order's.
      const asset = settings().catalog.payCurrencies.get(pay.asset.code)?.asset;
      return asset && computeFiatCents(priced(), createAmount(asset, pay.units));
    },
  };
  const money = { ...shared, database, findMatches: (order: Order) => findManualMatches(matching, order) };
  const comparison = createChainComparison({
    ...shared,
    keys,
    findOrdersReceiving: (network, units) => findOrdersReceiving(database, network, units),
    findOldestOpenOrderTime: () => findOldestOpenOrderTime(database),
    computeEuroCents: (order) => {
      const bound = bindOrder(settings().catalog, order);
      const worth = bound && priceOrder(priced(), BigInt(environment.SIGNER_VALUE_PERCENT), bound);
      return worth?.kind === 'ok' ? worth.value.sentCents : undefined;
    },
  });
  const signer = createSigner({
    ...shared,
    comparison,
    keys,
    limits,
    findOrders: (orderNos) => findOrdersByNumbers(database, orderNos),
    findForm: (number) => readRecordedForm(database, number),
    verifyPayment: (order) => verifyPayment(money, order),
    catalog: () => settings().catalog,
    priceOrder: (bound) => priceOrder(priced(), BigInt(environment.SIGNER_VALUE_PERCENT), bound),
    computeFeeCents: (network, units) => computeFeeCents(priced(), network, units),
    renewPrices: () => prices.renew().catch((error: unknown) => log.error({ error }, 'prices could not be fetched')),
  });
  const transfers = createTransferRelease({
    ...shared,
    bankFiles: files,
    exchange: bankExchange,
    findRefundRows: (ids) => findRefundRows(database, ids),
    listSignedRequests: async (account) =>
      findSignedRequests(requestContext, await findRequestsToPayAccount(database, account), {
        needsSecondApproval: true,
      }),
  });
  const withdrawals = createWithdrawalRelease({
    ...shared,
    // A separate queue, so that slow calls to the venue delay no payout.
    runSerially: createSerialRunner(),
    venue,
    findCrypto: (id) => settings().catalog.cryptos.get(id),
    getOwnAddress: (network) => keys.get(network)?.address,
    findWithdrawal: (id) => findWithdrawalRow(database, id),
    findRequest: (id) => findRequestById(database, id),
    findAllowingRequests: (network, address) => findRequestsToAllowAddress(database, network, address),
    filterSigned: (requests, how) => findSignedRequests(requestContext, requests, how),
    needsSecondApproval: async (crypto, units) => {
      await prices.renew();
      const cents = computeCoinCents(priced(), crypto, units);
      return cents === undefined || cents > requestContext.twoAboveEuroCents;
    },
  });
  const recordSizes = { forms: record.size(), releases: releases.size() };
  const watch = { limits, record, prices, findStopReason: shared.findStopReason, contradictions, now: shared.now };
  const { twoAboveEuroCents } = requestContext;
  const standing = { ...watch, twoAboveEuroCents, stops: () => listStopReasons(stopFile, stops) };
  const records = [record, releases] as const;
  return {
    operations: { signer, transfers, withdrawals },
    recordSizes,
    watch,
    standing,
    comparison,
    records,
    stopFile,
  };
}

/** Opens both records; the head of each one's chain is in the signer's own folder. */
async function openRecords({
  database,
  secret,
  folder,
  log,
}: {
  readonly database: Database;
  readonly secret: string;
  readonly folder: string;
  readonly log: Log;
}) {
  const key = Buffer.from(secret);
  const now = () => new Date();
  const onRestored = (rows: number) =>
    log.warn({ rows }, 'the database was restored from an earlier moment: rows were written again from the folder');
  const record = await createFormRecord({
    table: createFormTable(database),
    key,
    headStore: createHeadFile(join(folder, 'head')),
    journal: createJournal(folder, 'forms', now),
    onRestored,
  });
  const releases = await createReleaseRecord({
    table: createReleaseTable(database),
    key,
    headStore: createHeadFile(join(folder, 'releases')),
    journal: createJournal(folder, 'releases', now),
    onRestored,
  });
  return { record, releases };
}

/** Returns the operator's accounts for bank transfers. */
function listOwnAccounts({ transferAccounts }: Catalog): ReadonlySet<string> {
  return new Set([...transferAccounts.values()].map(({ account }) => normalizeAccountNumber(account)));
}

function readSignerLimits(environment: SignerEnvironment, { catalog }: Settings): Limits {
  // An operator may have removed a coin of the shipped configuration.
  const defaults = Object.entries(DEFAULT_COINS_PER_DAY).filter(([id]) => catalog.cryptos.has(id));
  const cents = (euros: number) => BigInt(euros) * CENTS;
  return {
    transactionCents: cents(environment.SIGNER_EUR_PER_TRANSACTION),
    hourCents: cents(environment.SIGNER_EUR_PER_HOUR),
    dayCents: cents(environment.SIGNER_EUR_PER_DAY),
    feeCents: cents(environment.SIGNER_EUR_PER_FEE),
    dayUnits: new Map(
      [...defaults, ...environment.SIGNER_COINS_PER_DAY].map(([id, coins]) => {
        const { asset } = requireCrypto(catalog, id);
        return [asset.id, parseAmount(asset, coins).units];
      }),
    ),
  };
}

export function deriveSignerKeys({ SLIPWAY_SECRET: secret, SLIPWAY_FORMER_SECRETS: former }: SignerEnvironment): Keys {
  return deriveKeys(
    Buffer.from(secret),
    former.map((one) => Buffer.from(one)),
  );
}
