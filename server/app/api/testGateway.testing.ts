import { parseDecimal } from '@slipway/money/decimal.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { patienceMs } from '../../../tools/patience/patience.ts';
import { createNameScreening } from '../../account/names/nameScreening.ts';
import { readNewestCode } from '../../account/sentCode.testing.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { createMailTranslations, type MailTranslationSource } from '../../notification/mailTranslations.ts';
import type { Partner } from '../../partner/partner.ts';
import { createTestPartner, testKeys as sharedKeys } from '../../partner/testPartner.testing.ts';
import { createFollowingClock } from '../../platform/clock.ts';
import type { Cells } from '../../platform/config/cells.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { asRole, createTestDatabase } from '../../platform/database/testDatabase.ts';
import { readLanguages, SHIPPED_LANGUAGES } from '../../platform/languages.ts';
import { createLog, type Log } from '../../platform/log/log.ts';
import { testPersonalKeys } from '../../platform/personal/testPersonalKeys.testing.ts';
import type { Keys } from '../../platform/secrets.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { createStripeAcquirer } from '../../providers/card/stripe/stripe.ts';
import { absentSigner } from '../../providers/chain/absentSigner.ts';
import { createBitcoinChain } from '../../providers/chain/bitcoin/bitcoin.ts';
import { bitcoinConfigSchema } from '../../providers/chain/bitcoin/manifest.ts';
import { createEvmChain } from '../../providers/chain/evm/evm.ts';
import { createSumsubVerifier } from '../../providers/identity/sumsub/sumsub.ts';
import type { OfferProvider } from '../../providers/offers/offerPort.ts';
import type { Family } from '../../providers/vendor.ts';
import { getNativeAsset } from '../../purchase/catalog/catalog.ts';
import { createOtherProviderOffers } from '../../purchase/offer/createOtherProviderOffers.ts';
import { createProviderGroup } from '../../purchase/offer/providerGroup.ts';
import { createProviderRecords } from '../../purchase/offer/providerRecords.ts';
import { createPlentifulFunds } from '../../purchase/quote/plentifulFunds.testing.ts';
import type { PriceBook, TreasuryFunds } from '../../purchase/quote/priceBook.ts';
import { createQuoteTokens } from '../../purchase/quote/quoteToken.ts';
import { createBlockedNetworks } from '../../region/blockedNetworks.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { unavailableSigner } from '../../signer/socket/unavailableSigner.ts';
import { createGatewayApp, type GatewaySettings } from './api.ts';

type TestGatewaySettings = Partial<GatewaySettings> & {
  /** URL for pages and partners. */
  readonly publicUrl?: string;
  readonly log?: Log;
  readonly cells?: Cells;
  /** Keys derived from a separate secret. */
  readonly keys?: Keys;
  /** Database of another gateway to share; a new one if omitted. */
  readonly sharedDatabaseUrl?: string;
  /** Addresses of vendors; by default none is reachable. */
  readonly vendorsAt?: VendorAddresses;
};

type VendorAddresses = {
  readonly card: string;
  readonly identity: string;
  /** The nodes, by the namespace of their networks. */
  readonly eip155: string;
  readonly bip122: string;
};

const NOWHERE = 'http://127.0.0.1:9';
const UNREACHABLE_VENDORS: VendorAddresses = { card: NOWHERE, identity: NOWHERE, eip155: NOWHERE, bip122: NOWHERE };
const settings = seededSettings();
const { catalog } = settings;
/** A site that sends buyers to the test gateways. */
export const testShop: Partner = {
  ...createTestPartner('shop', 'https://shop.example/hook'),
  origins: ['https://shop.example'],
  redirects: ['https://shop.example'],
};
const languages = await readLanguages({ shipped: SHIPPED_LANGUAGES });
const mailTranslations = createMailTranslations(languages);

export type TestAnswer = {
  readonly status: number;
  readonly body: { readonly respCode: string; readonly respMessage: string; readonly data: never };
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** A logged-in browser: its token and cookies. */
export type TestBuyer = { readonly authToken: string; readonly headers: Readonly<Record<string, string>> };

/** A gateway that serves every call from a test database. By default no vendor can be reached. */
export type TestGateway = {
  /** Deliverable funds of the treasury by asset, if a test limits them; all others are plentiful. */
  readonly funds: Map<string, TreasuryFunds>;
  /** The partners; a test may add some. */
  readonly partners: Map<string, Partner>;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly publicUrl: string;
  /** Jobs that were sent, by effect. */
  readonly sentJobs: string[];
  readonly quoteTokens: ReturnType<typeof createQuoteTokens>;
  readonly mailTranslations: MailTranslationSource;
  post(call: string, payload: unknown, headers?: Readonly<Record<string, string>>): Promise<TestAnswer>;
  /** Logs a buyer in. `guest`: the cookie of a guest whose orders the login claims. */
  logIn(email: string, guest?: string): Promise<TestBuyer>;
  fetchQuoteToken(): Promise<string>;
  close(): Promise<void>;
};

/** A hundred euros for ether. */
export const etherInquiry = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100',
  getCurrency: 'ETH',
  getCurrencyAmount: '',
};

function createPriceBook(funds: PriceBook['funds']): PriceBook {
  const observedAt = new Date();
  const market = (mid: string) => ({ mid: parseDecimal(mid), trusted: true, observedAt });
  const rate = (perEuro: string) => ({ perEuro: parseDecimal(perEuro), dailyOnly: false, observedAt });
  return {
    markets: new Map([
      ['ETH/EUR', market('3200')],
      ['BTC/EUR', market('60123.45')],
    ]),
    rates: new Map([
      ['EUR', rate('1')],
      ['USD', rate('1.08')],
    ]),
    networkFees: new Map(
      [...catalog.cryptos.values()].map(({ asset: { id, decimals } }) => [
        id,
        { units: decimals > 8 ? 300_000_000_000_000n : 2_000n, observedAt },
      ]),
    ),
    funds,
  };
}

export async function openTestGateway(
  {
    publicUrl = 'http://localhost:8080',
    log = createLog('silent'),
    vendorsAt = UNREACHABLE_VENDORS,
    cells,
    keys = sharedKeys,
    sharedDatabaseUrl,
    ...httpSettings
  }: TestGatewaySettings = {},
  offerProviders: readonly OfferProvider[] = [],
  machineNow?: () => number,
): Promise<TestGateway> {
  const testDatabase =
    sharedDatabaseUrl === undefined ? await createTestDatabase() : { url: sharedDatabaseUrl, drop: async () => {} };
  const personalKeys = testPersonalKeys();
  const database = openDatabase(testDatabase.url, { maxConnections: 4, personalKeys, connectTimeoutMs: patienceMs });
  // The gateway's own connections have the rights of the api's role.
  const apiDatabase = openDatabase(asRole(testDatabase.url, 'api'), {
    maxConnections: 8,
    personalKeys,
    connectTimeoutMs: patienceMs,
  });
  const sentJobs: string[] = [];
  const jobs = {
    async send(_transaction: unknown, job: { effect: string }) {
      sentJobs.push(job.effect);
    },
    async work() {},
    async stop() {},
  };
  const funds = new Map<string, TreasuryFunds>();
  const partners = new Map([...settings.partners, [testShop.id, testShop], ['other', createTestPartner('other')]]);
  const quoteTokens = createQuoteTokens(keys.quoteToken, catalog);
  const providerGroup = createProviderGroup(offerProviders, () => true, machineNow);
  const providers = createProviders(vendorsAt, offerProviders);
  const app = await createGatewayApp(
    {
      database: apiDatabase,
      directUrl: asRole(testDatabase.url, 'api'),
      clerksDatabase: undefined,
      jobs,
      machine: { jobs, keys },
      catalog,
      rootKeys: [],
      auditAnchorFile: undefined,
      isConfigurationFollowed: () => true,
      clock: createFollowingClock(),
      prices: () => createPriceBook(new Map([...createPlentifulFunds(catalog, new Date()), ...funds])),
      quoteTokens,
      keys,
      rules: settings.rules,
      riskRules: () => settings.riskRules,
      partners: () => partners,
      blockedNetworks: () => createBlockedNetworks(['203.0.113.0/24']),
      screening: createFixedScreening(['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb']),
      nameScreening: createNameScreening({ names: () => ['Rita Review'], thresholdPercent: () => 85 }),
      isServedCitizenship: (country) => country !== 'KP',
      languages,
      mailTranslations,
      alertChannels: { recipients: [], webhook: undefined, push: undefined },
      reportChannels: { recipients: [], folder: undefined, forGroup: false },
      operatorName: 'Slipway',
      isSandbox: false,
      publicUrl,
      cells,
      explorerUrl: undefined,
      log,
      ...providers,
      addressReaders: providers.chains,
      offerProviders: new Map(offerProviders.map((provider) => [provider.id, provider])),
      providerGroup,
      otherProviderOffers: createOtherProviderOffers(apiDatabase, providerGroup, catalog),
      providerRecords: createProviderRecords(apiDatabase, catalog),
    },
    {
      secure: false,
      trustedProxies: [],
      defaultCountry: 'DE',
      rateLimits: false,
      sharedLimits: { timeoutMs: patienceMs },
      metricsToken: undefined,
      isSandbox: true,
      isPlayMoney: false,
      ...httpSettings,
    },
  );

  const post: TestGateway['post'] = async (call, payload, headers = {}) => {
    const url = `/gateway/buying/${call}`;
    const answer = await app.inject({ method: 'POST', url, payload: payload as object, headers: { ...headers } });
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    return { status: answer.statusCode, body: answer.json(), cookies, headers: answer.headers };
  };

  return {
    app,
    database,
    databaseUrl: testDatabase.url,
    publicUrl,
    sentJobs,
    funds,
    partners,
    quoteTokens,
    mailTranslations,
    post,

    async logIn(email, guest = '') {
      const sent = await post('sendCode', { email });
      const login = { cookie: `slipway_login=${sent.cookies['slipway_login']}; slipway_guest=${guest}` };
      const opened = await post('login', { email, code: await readNewestCode(database, email, keys) }, login);
      return {
        authToken: (opened.body.data as { authToken: string }).authToken,
        headers: { cookie: `slipway_session=${opened.cookies['slipway_session']}` },
      };
    },

    async fetchQuoteToken() {
      const { body } = await post('offerInquiry', etherInquiry);
      return (body.data as { token: string }).token;
    },

    async close() {
      await app.close();
      await apiDatabase.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** Opens a gateway for a test file, at the file's top; closed after its tests. */
export async function openOwnGateway(
  gatewaySettings: TestGatewaySettings = {},
  offerProviders: readonly OfferProvider[] = [],
  machineNow?: () => number,
): Promise<TestGateway> {
  const gateway = await openTestGateway(gatewaySettings, offerProviders, machineNow);
  afterAll(() => gateway.close());
  return gateway;
}

/** Returns real adapters, whose services need not run. */
function createProviders(at: VendorAddresses, offerProviders: readonly OfferProvider[]) {
  const chains = catalog.networks.map((network) =>
    network.tokens === 'erc20'
      ? createEvmChain({
          network: network.chain,
          rpcUrl: at.eip155,
          chainId: 1,
          treasuryAddress: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
          confirmations: 12,
          deliveredWhenFinal: false,
          knownContracts: () => [],
          name: network.name,
          nativeAsset: getNativeAsset(catalog, network),
        })
      : createBitcoinChain({
          ...bitcoinConfigSchema.parse({
            network: 'mainnet',
            rpcUrl: at.bip122,
            treasuryAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          }),
          name: network.name,
          nativeAsset: getNativeAsset(catalog, network),
        }),
  );
  const card = createStripeAcquirer({
    secretKey: 'sk_test_any',
    publishableKey: 'pk_test_any',
    webhookSecret: 'whsec_any',
    apiUrl: at.card,
    scriptUrl: `${at.card}/v3/stripe.js`,
  });
  const identity = createSumsubVerifier({
    appToken: 'any',
    secretKey: 'any',
    webhookSecret: 'any',
    levelName: 'any',
    apiUrl: at.identity,
  });
  return {
    card,
    identity,
    mail: { id: 'none', send: async () => ({ kind: 'ok' as const, value: undefined }) },
    bankFiles: createIso20022Files(),
    bankExchange: undefined,
    transferRelease: unavailableSigner.transfers,
    withdrawalRelease: unavailableSigner.withdrawals,
    sanctions: [],
    sanctionsRefreshMs: 60_000,
    families: new Map<string, Family>([
      ['stripe', 'card'],
      ['sumsub', 'identity'],
      ...offerProviders.map(({ id }): [string, Family] => [id, 'offers']),
    ]),
    webhooks: {
      stripe: card.verifyWebhook,
      sumsub: identity.verifyWebhook,
      ...Object.fromEntries(offerProviders.map(({ id, verifyWebhook }) => [id, verifyWebhook])),
    },
    vendorStates: () => [],
    takesPayouts: () => true,
    heartbeats: { readiness: () => ({ disk: true, signer: undefined, signerElsewhere: undefined, isUnready: false }) },
    chains: new Map(chains.map((chain) => [chain.network, chain])),
    signer: absentSigner,
  };
}
