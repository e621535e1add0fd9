import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Amount, amountOf, parseAmount } from '@slipway/money/amount.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { deriveKeys, type Keys } from '../platform/secrets.ts';
import type { BankExchange, BankFiles } from '../providers/bank/bankPort.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import type { TreasuryKey } from '../providers/chain/signerPort.ts';
import type { VenueAccount } from '../providers/venue/venueAccount.ts';
import { type Catalog, requireCrypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import { findOrdersByNumbers, findOrdersReceiving, oldestOpenOrder } from '../purchase/order/orderStore.ts';
import { plainAccount } from '../purchase/payment/plainAccount.ts';
import type { AddressScreening } from '../risk/screening.ts';
import { createBankSight } from '../signer/bankSight.ts';
import { bindOrder } from '../signer/bindOrder.ts';
import { type ChainComparison, createChainComparison } from '../signer/chainComparison.ts';
import { createFormRecord } from '../signer/formRecord.ts';
import { formOf, formTable } from '../signer/formStore.ts';
import { givenBackBy } from '../signer/givenBack.ts';
import { createHeadFile } from '../signer/headFile.ts';
import { createJournal } from '../signer/journal.ts';
import type { Limits } from '../signer/limits.ts';
import { matchedByPersons, vouchesFor } from '../signer/orderWords.ts';
import type { OwnPrices } from '../signer/ownPrices.ts';
import { findWithdrawalRow, refundRows, releaseTable } from '../signer/releaseStore.ts';
import { createReleaseRecord } from '../signer/releases.ts';
import { createTransferRelease } from '../signer/releaseTransfers.ts';
import { createWithdrawalRelease } from '../signer/releaseWithdrawals.ts';
import { requestById, requestsAllowing, requestsNaming } from '../signer/requestWordStore.ts';
import type { PinnedConfiguration } from '../signer/rows/pinnedConfiguration.ts';
import { saidByPersons } from '../signer/saidByPersons.ts';
import { seeMoney } from '../signer/seePayment.ts';
import type { SignerDesk } from '../signer/serveSigner.ts';
import { createSigner } from '../signer/signer.ts';
import { DEFAULT_COINS_PER_DAY, type SignerEnvironment } from '../signer/signerEnvironment.ts';
import type { SignerWatch } from '../signer/signerMetrics.ts';
import { createStopFile } from '../signer/stops/stopFile.ts';
import { everyStop, whyStopped } from '../signer/stops/stopped.ts';
import { createStops } from '../signer/stops/stops.ts';
import { createTurns } from '../signer/turns.ts';
import type { Standing } from '../signer/word/wordOf.ts';
import { coinCents, feeCents, moneyCents, priceOrder } from '../signer/worth.ts';

const CENTS = 100n;

export type DeskOptions = {
  readonly environment: SignerEnvironment;
  readonly database: Database;
  readonly log: Log;
  /** By CAIP-2 id. */
  readonly keys: ReadonlyMap<string, TreasuryKey>;
  readonly screening: AddressScreening;
  readonly prices: OwnPrices;
  readonly vendors: {
    readonly card: CardAcquirer;
    readonly bankExchange: BankExchange | undefined;
    readonly venue: VenueAccount;
    readonly files: BankFiles;
  };
  readonly configuration: Pick<PinnedConfiguration, 'settings' | 'contradictions'>;
};

/** All that the process with the keys does, over its two records, which it opens. */
export async function openSignerDesk({
  environment,
  database,
  log,
  keys,
  screening,
  prices,
  vendors: { card, bankExchange, venue, files },
  configuration: { settings, contradictions },
}: DeskOptions): Promise<{
  readonly desk: SignerDesk;
  readonly counted: { readonly forms: number; readonly releases: number };
  readonly watch: SignerWatch;
  /** What it can say of itself. */
  readonly standing: Omit<Standing, 'startedAt' | 'comparedAfter'>;
  readonly comparison: ChainComparison;
}> {
  const priced = () => ({ book: prices.book(), at: prices.at(), catalog: settings().catalog });
  const { SIGNER_FOLDER: folder } = environment;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { record, releases } = await openRecords({ database, secret: environment.SIGNER_SECRET, folder, log });
  const words = {
    database,
    rootKeys: environment.OPERATOR_ROOT_KEYS,
    isSandbox: environment.SLIPWAY_SANDBOX === '1',
    twoAboveEuroCents: BigInt(environment.SIGNER_TWO_ABOVE_EUR) * CENTS,
  };
  const stops = await createStops({
    ...words,
    keeper: createStopFile(join(folder, 'stops')),
    log,
    now: () => new Date(),
  });
  const stopFile = join(folder, 'stopped');
  const bank = environment.BANK_RECEIVED_FOLDER
    ? createBankSight({
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
    turns: createTurns(),
    orderSeal: keysOf(environment).orderSeal,
    screening,
    card,
    bank,
    givenBack: givenBackBy(releases, bank),
    vouchesFor: (orderNo: string) => vouchesFor(words, orderNo),
    stopped: () => whyStopped(stopFile, stops),
    now: () => new Date(),
  };
  const limits = () => limitsOf(environment, settings());
  const uncapped = [...settings().catalog.cryptos.values()].filter(({ asset }) => !limits().dayUnits.has(asset.id));
  if (uncapped.length > 0)
    log.warn({ coins: uncapped.map(({ id }) => id) }, 'no cap in coins: name them in SIGNER_COINS_PER_DAY');
  const matching = {
    ...words,
    priceMoney: async (pay: Amount) => {
      await prices.renew();
      // The catalog's digits, not the order's.
      const asset = settings().catalog.payCurrencies.get(pay.asset.code)?.asset;
      return asset && moneyCents(priced(), amountOf(asset, pay.units));
    },
  };
  const money = { ...shared, database, matched: (order: Order) => matchedByPersons(matching, order) };
  const comparison = createChainComparison({
    ...shared,
    keys,
    findOrdersReceiving: (network, units) => findOrdersReceiving(database, network, units),
    oldestOpenOrder: () => oldestOpenOrder(database),
    centsOf: (order) => {
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
    findForm: (number) => formOf(database, number),
    seeMoney: (order) => seeMoney(money, order),
    catalog: () => settings().catalog,
    priceOrder: (bound) => priceOrder(priced(), BigInt(environment.SIGNER_VALUE_PERCENT), bound),
    feeCents: (network, units) => feeCents(priced(), network, units),
    renewPrices: () => prices.renew().catch((error: unknown) => log.error({ error }, 'no prices could be asked for')),
  });
  const transfers = createTransferRelease({
    ...shared,
    bankFiles: files,
    exchange: bankExchange,
    refundRows: (ids) => refundRows(database, ids),
    saidOf: async (account) => saidByPersons(words, await requestsNaming(database, account), { takesTwo: true }),
  });
  const withdrawals = createWithdrawalRelease({
    ...shared,
    // What the venue does in its time keeps no payout waiting.
    turns: createTurns(),
    venue,
    findCrypto: (id) => settings().catalog.cryptos.get(id),
    ownAddress: (network) => keys.get(network)?.address,
    findWithdrawal: (id) => findWithdrawalRow(database, id),
    findRequest: (id) => requestById(database, id),
    findAllowing: (network, address) => requestsAllowing(database, network, address),
    saidBy: (requests, how) => saidByPersons(words, requests, how),
    takesTwo: async (crypto, units) => {
      await prices.renew();
      const cents = coinCents(priced(), crypto, units);
      return cents === undefined || cents > words.twoAboveEuroCents;
    },
  });
  const counted = { forms: record.size(), releases: releases.size() };
  const watch = { limits, record, prices, stopped: shared.stopped, contradictions, now: shared.now };
  const { twoAboveEuroCents } = words;
  const standing = { ...watch, twoAboveEuroCents, stops: () => everyStop(stopFile, stops) };
  return { desk: { signer, transfers, withdrawals }, counted, watch, standing, comparison };
}

/** Each with the head of its chain in the signer's own folder. */
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
    table: formTable(database),
    key,
    keeper: createHeadFile(join(folder, 'head')),
    journal: createJournal(folder, 'forms', now),
    onRestored,
  });
  const releases = await createReleaseRecord({
    table: releaseTable(database),
    key,
    keeper: createHeadFile(join(folder, 'releases')),
    journal: createJournal(folder, 'releases', now),
    onRestored,
  });
  return { record, releases };
}

/** The operator's accounts for bank transfers. */
function listOwnAccounts({ transferAccounts }: Catalog): ReadonlySet<string> {
  return new Set([...transferAccounts.values()].map(({ account }) => plainAccount(account)));
}

function limitsOf(environment: SignerEnvironment, { catalog }: Settings): Limits {
  // An operator may have removed a coin that Slipway ships with.
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

export function keysOf({ SLIPWAY_SECRET: secret, SLIPWAY_FORMER_SECRETS: former }: SignerEnvironment): Keys {
  return deriveKeys(
    Buffer.from(secret),
    former.map((one) => Buffer.from(one)),
  );
}
