import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAmount } from '@slipway/money/amount.ts';
import { configurationEdition } from '../configuration/configurationStore.ts';
import { previewSettings } from '../configuration/previewSettings.ts';
import type { Settings } from '../configuration/settings.ts';
import { createFollowingClock } from '../platform/clock.ts';
import { EnvironmentError, setVariables } from '../platform/config/environment.ts';
import { type Database, isMissingTable, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { deriveKeys, type Keys } from '../platform/secrets.ts';
import type { Family } from '../providers/vendor.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import { findOrdersByNumbers } from '../purchase/order/orderStore.ts';
import { createSanctionsLists } from '../risk/sanctionsLists.ts';
import { createScreening } from '../risk/screening.ts';
import { readAllowances } from '../signer/allowances.ts';
import { createBankSight } from '../signer/bankSight.ts';
import { createFormRecord } from '../signer/formRecord.ts';
import { formOf, formTable, recordedForms } from '../signer/formStore.ts';
import { createHeadFile } from '../signer/headFile.ts';
import type { Limits } from '../signer/limits.ts';
import { matchedByPersons } from '../signer/matchedByPersons.ts';
import { createOwnPrices } from '../signer/ownPrices.ts';
import { seeMoney } from '../signer/seePayment.ts';
import { serveSigner } from '../signer/serveSigner.ts';
import { createSigner } from '../signer/signer.ts';
import { readSignerEnvironment, type SignerEnvironment } from '../signer/signerEnvironment.ts';
import { takeOver } from '../signer/takeOver.ts';
import { feeCents, worthOf } from '../signer/worth.ts';
import { publishedPersons, secretFaults } from './guard/judgeStart.ts';
import { openMarketVendors, openSignerVendors } from './openVendors.ts';
import { termsOf } from './readStart.ts';
import { repeat } from './repeat.ts';
import { surveyKeys } from './surveyKeys.ts';
import { surveyVendors } from './surveyVendors.ts';
import { chainVendors, openBankFiles, vendors } from './vendors.ts';

/** All that the signer talks to: those who hold the money, and those who say what it is worth. */
const FAMILIES: ReadonlySet<Family> = new Set(['card', 'prices', 'rates', 'sanctions']);
const CENTS = 100n;
const FOLLOW_MS = 2_000;
const STARTING_MS = 500;
const MAX_CONNECTIONS = 4;

/** `ROLE=signer`: the only process with the treasury's keys. Runs until it is told to stop. */
export async function runSigner(source: NodeJS.ProcessEnv): Promise<void> {
  const environment = readSignerEnvironment(source);
  const log = createLog(environment.LOG_LEVEL);
  const database = openDatabase(environment.DATABASE_URL, { maxConnections: MAX_CONNECTIONS });
  const readSettings = () => previewSettings(database, environment.CONFIGURATION_SEEDS);
  let settings = await readSettings();
  let edition = '';
  const clock = createFollowingClock();
  const { survey, keys: configured } = readVendors(source, environment, settings, clock.now);
  const keys = new Map(await Promise.all(configured.map(async (key) => [key.network, await key.open()] as const)));
  const [{ card, sanctions }, market, files] = await Promise.all([
    openSignerVendors(survey),
    openMarketVendors(survey),
    openBankFiles(),
  ]);
  await untilMigrated(database);

  const sanctionsLists = createSanctionsLists(
    database,
    sanctions.map(({ id }) => id),
  );
  const screening = createScreening({
    deniedAddresses: () => settings.deniedAddresses,
    lists: sanctionsLists.current,
    maximumAgeMs: () => settings.rules.sanctionsMaximumAgeMs,
    editionMaximumAgeMs: () => settings.rules.sanctionsEditionMaximumAgeMs,
  });
  async function follow(): Promise<void> {
    const before = Date.now();
    clock.follow(await database.now(), new Date((before + Date.now()) / 2));
    await sanctionsLists.follow();
    const newest = await configurationEdition(database);
    if (newest !== edition) settings = await readSettings();
    edition = newest;
  }
  await follow();
  const prices = createOwnPrices({ ...market, catalog: () => settings.catalog, now: clock.now, log });
  const priced = () => ({ book: prices.book(), at: prices.at(), catalog: settings.catalog });

  const { SIGNER_FOLDER: folder } = environment;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const record = await createFormRecord(
    formTable(database),
    Buffer.from(environment.SIGNER_SECRET),
    createHeadFile(join(folder, 'head')),
  );
  if (record.isEmpty()) log.info({ forms: await takeOver(database, record, keys) }, 'took over what was signed before');
  const words = {
    database,
    rootKeys: environment.OPERATOR_ROOT_KEYS,
    isSandbox: environment.SLIPWAY_SANDBOX === '1',
    twoAboveEuroCents: BigInt(environment.SIGNER_TWO_ABOVE_EUR) * CENTS,
  };
  const matched = (order: Order) => matchedByPersons(words, order);
  const money = { database, card, bank: bankSight(environment, files, log), matched };
  const signer = createSigner({
    record,
    keys,
    orderSeal: keysOf(environment).orderSeal,
    screening,
    limits: () => limitsOf(environment, settings),
    findOrders: (orderNos) => findOrdersByNumbers(database, orderNos),
    findForm: (number) => formOf(database, number),
    seeMoney: (order) => seeMoney(money, order),
    worthOf: async (order) => worthOf(priced(), BigInt(environment.SIGNER_VALUE_PERCENT), order),
    feeCents: (network, units) => feeCents(priced(), network, units),
    renewPrices: () => prices.renew().catch((error: unknown) => log.error({ error }, 'no prices could be asked for')),
    stopped: () => stoppedBy(join(folder, 'stopped')),
    allowances: () => readAllowances(join(folder, 'allowed')),
    now: () => new Date(),
  });
  const following = repeat('following the database', FOLLOW_MS, follow, log);
  const server = await serveSigner(signer, environment.SIGNER_SOCKET, log);
  log.info({ networks: [...keys.keys()], forms: record.size() }, 'the signer is ready');

  async function stop(): Promise<void> {
    await server.stop();
    await following.stop();
    await database.close();
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(0)));
}

function keysOf({ SLIPWAY_SECRET: secret, SLIPWAY_FORMER_SECRETS: former }: SignerEnvironment): Keys {
  return deriveKeys(
    Buffer.from(secret),
    former.map((one) => Buffer.from(one)),
  );
}

function readVendors(
  source: NodeJS.ProcessEnv,
  environment: SignerEnvironment,
  { catalog }: Settings,
  now: () => Date,
) {
  const isSandbox = environment.SLIPWAY_SANDBOX === '1';
  const filled = setVariables(source);
  const own = vendors.filter(({ family }) => FAMILIES.has(family));
  const survey = surveyVendors({ vendors: own, chainVendors: [] }, filled, [], {
    now,
    isSandbox,
    publicUrl: '',
    tokenContracts: () => [],
  });
  const networks = catalog.networks.map((network) => termsOf(catalog, network));
  const { keys, problems } = surveyKeys(chainVendors, filled, networks);
  const { SLIPWAY_SECRET, SIGNER_SECRET } = environment;
  const former = environment.SLIPWAY_FORMER_SECRETS.map((secret) => ({ SLIPWAY_FORMER_SECRETS: secret }));
  const secrets = [
    { SLIPWAY_SECRET, SIGNER_SECRET },
    ...former,
    ...[...keys, ...survey.on].map((each) => each.secrets),
  ];
  const unsafe = isSandbox
    ? []
    : [...secrets.flatMap(secretFaults), ...publishedPersons(environment.OPERATOR_ROOT_KEYS)];
  const none =
    keys.length === 0 && problems.length === 0
      ? ['the signer has no key: set EVM_TREASURY_KEY or BITCOIN_TREASURY_KEY']
      : [];
  const all = [...new Set([...survey.problems, ...problems, ...unsafe, ...none])];
  if (all.length > 0) throw new EnvironmentError(all.join('\n'));
  return { survey, keys };
}

function bankSight(
  { BANK_FILES_FOLDER: folder }: SignerEnvironment,
  files: Awaited<ReturnType<typeof openBankFiles>>,
  log: ReturnType<typeof createLog>,
) {
  if (folder === undefined) return undefined;
  const statements = join(folder, 'statements');
  return createBankSight({ folders: [statements, join(statements, 'done')], files, log });
}

function limitsOf(environment: SignerEnvironment, { catalog }: Settings): Limits {
  const cents = (euros: number) => BigInt(euros) * CENTS;
  const coins = environment.SIGNER_COINS_PER_DAY.split(',').filter((word) => word !== '');
  return {
    transactionCents: cents(environment.SIGNER_EUR_PER_TRANSACTION),
    hourCents: cents(environment.SIGNER_EUR_PER_HOUR),
    dayCents: cents(environment.SIGNER_EUR_PER_DAY),
    feeCents: cents(environment.SIGNER_EUR_PER_FEE),
    dayUnits: new Map(
      coins.map((word) => {
        const [id = '', amount = ''] = word.split('=');
        const { asset } = requireCrypto(catalog, id);
        return [asset.id, parseAmount(asset, amount).units];
      }),
    ),
  };
}

/** A file that anybody on the signer's machine can lay there, and only its user can take away. */
async function stoppedBy(path: string): Promise<string | undefined> {
  try {
    return `stopped by ${path}: ${(await readFile(path, 'utf8')).trim() || 'without a reason'}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The other processes bring the database up to date; the signer's role may not. */
async function untilMigrated(database: Database): Promise<void> {
  for (;;) {
    try {
      for await (const _ of recordedForms(database)) break;
      return;
    } catch (error) {
      if (!isMissingTable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, STARTING_MS));
    }
  }
}
