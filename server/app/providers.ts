import type { Environment } from '../platform/config/environment.ts';
import { createFolderExchange } from '../providers/bank/folder/folder.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import { stripeConfigSchema } from '../providers/card/stripe/manifest.ts';
import { createStripeAcquirer } from '../providers/card/stripe/stripe.ts';
import { createBitcoinChain } from '../providers/chain/bitcoin/bitcoin.ts';
import { bitcoinManifest } from '../providers/chain/bitcoin/manifest.ts';
import type { Chain } from '../providers/chain/chainPort.ts';
import { createEvmChain } from '../providers/chain/evm/evm.ts';
import { evmManifest, OP_STACK_FEE_ORACLE } from '../providers/chain/evm/manifest.ts';
import { sumsubManifest } from '../providers/identity/sumsub/manifest.ts';
import { createSumsubVerifier } from '../providers/identity/sumsub/sumsub.ts';
import { smtpManifest } from '../providers/mail/smtp/manifest.ts';
import { createSmtpSender } from '../providers/mail/smtp/smtp.ts';
import { createEcbRates } from '../providers/rates/ecb/ecb.ts';
import { ecbManifest } from '../providers/rates/ecb/manifest.ts';
import { openExchangeRatesManifest } from '../providers/rates/openExchangeRates/manifest.ts';
import { createOpenExchangeRates } from '../providers/rates/openExchangeRates/openExchangeRates.ts';
import { createFileSanctions } from '../providers/sanctions/file/file.ts';
import { fileManifest } from '../providers/sanctions/file/manifest.ts';
import { ofacManifest } from '../providers/sanctions/ofac/manifest.ts';
import { createOfacSanctions } from '../providers/sanctions/ofac/ofac.ts';
import type { SanctionsSource } from '../providers/sanctions/sanctionsPort.ts';
import { type Catalog, nativeAsset, requireNetwork } from '../purchase/catalog/catalog.ts';
import type { MarketProviders, Providers } from './context.ts';

/** The vendors, named here and nowhere else. */
export function createProviders(environment: Environment, catalog: Catalog, now: () => Date): Providers {
  return {
    card: createStripeAcquirer(
      stripeConfigSchema.parse({
        secretKey: environment.STRIPE_SECRET_KEY,
        publishableKey: environment.STRIPE_PUBLISHABLE_KEY,
        webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
        apiUrl: environment.STRIPE_API_URL,
        scriptUrl: environment.STRIPE_SCRIPT_URL,
      }),
      now,
    ),
    identity: createSumsubVerifier(
      sumsubManifest.config.parse({
        appToken: environment.SUMSUB_APP_TOKEN,
        secretKey: environment.SUMSUB_SECRET_KEY,
        webhookSecret: environment.SUMSUB_WEBHOOK_SECRET,
        levelName: environment.SUMSUB_LEVEL,
        apiUrl: environment.SUMSUB_API_URL,
      }),
      now,
    ),
    mail: createSmtpSender(smtpManifest.config.parse({ url: environment.SMTP_URL, from: environment.MAIL_FROM })),
    bankFiles: createIso20022Files(),
    bankExchange: environment.BANK_FILES_FOLDER
      ? createFolderExchange({ folder: environment.BANK_FILES_FOLDER })
      : undefined,
    sanctions: sanctionsSources(environment),
    sanctionsRefreshMs: environment.SANCTIONS_REFRESH_SECONDS * 1000,
    chains: new Map(openChains(environment, catalog).map((chain) => [chain.network, chain])),
  };
}

/** The published list, or a copy of it on this machine. */
function sanctionsSources(environment: Environment): readonly SanctionsSource[] {
  if (environment.SANCTIONS_LIST_PATH)
    return [createFileSanctions(fileManifest.config.parse({ path: environment.SANCTIONS_LIST_PATH }))];
  return [createOfacSanctions(ofacManifest.config.parse({ baseUrl: environment.SANCTIONS_LIST_URL }))];
}

function openChains(environment: Environment, catalog: Catalog): readonly Chain[] {
  const evm = (
    id: string,
    rpcUrl: string,
    chainId: number,
    confirmations: number,
    deliveredWhenFinal: boolean,
    l1FeeOracle?: string,
  ) => {
    const network = requireNetwork(catalog, id);
    return createEvmChain({
      ...evmManifest.config.parse({
        network: network.chain,
        rpcUrl,
        chainId,
        privateKey: prefixed(environment.EVM_TREASURY_KEY),
        confirmations,
        deliveredWhenFinal,
        l1FeeOracle,
      }),
      knownContracts: () =>
        [...catalog.cryptos.values()].flatMap(({ contract }) => (contract === '' ? [] : [contract])),
      name: network.name,
      nativeAsset: nativeAsset(catalog, network),
    });
  };
  // A local chain has no rollup's contracts.
  const sandbox = environment.SLIPWAY_SANDBOX === '1';
  return [
    createBitcoinChain({
      ...bitcoinManifest.config.parse({
        network: environment.BITCOIN_NETWORK,
        rpcUrl: environment.BITCOIN_RPC_URL,
        privateKey: environment.BITCOIN_TREASURY_KEY,
      }),
      name: requireNetwork(catalog, 'bitcoin').name,
      nativeAsset: nativeAsset(catalog, requireNetwork(catalog, 'bitcoin')),
    }),
    evm('ethereum', environment.ETHEREUM_RPC_URL, environment.ETHEREUM_CHAIN_ID, 12, false),
    evm(
      'base',
      environment.BASE_RPC_URL,
      environment.BASE_CHAIN_ID,
      12,
      false,
      sandbox ? undefined : OP_STACK_FEE_ORACLE,
    ),
    evm('polygon', environment.POLYGON_RPC_URL, environment.POLYGON_CHAIN_ID, 4, true),
  ];
}

function prefixed(key: string): string {
  return key.startsWith('0x') ? key : `0x${key}`;
}

/** Exchanges and rates. Their client library is heavy: only a worker loads it. */
export async function createMarketProviders(environment: Environment, now: () => Date): Promise<MarketProviders> {
  const [{ createCcxtPriceSource }, { createCcxtTradingVenue }, { priceSourceManifest, tradingVenueManifest }] =
    await Promise.all([
      import('../providers/venue/ccxt/ccxtPriceSource.ts'),
      import('../providers/venue/ccxt/ccxtTradingVenue.ts'),
      import('../providers/venue/ccxt/manifest.ts'),
    ]);
  // Stand-ins know no limits; the exchanges' own are the adapters' defaults.
  const sandbox = environment.SLIPWAY_SANDBOX === '1';
  const rateLimitMs = sandbox ? 1 : undefined;
  const priceSource = (exchangeId: 'kraken' | 'coinbase' | 'bitstamp', apiUrl: string | undefined) =>
    createCcxtPriceSource({ ...priceSourceManifest.config.parse({ exchangeId, apiUrl, rateLimitMs }), now });
  return {
    priceSources: [
      priceSource('kraken', environment.KRAKEN_API_URL),
      priceSource('coinbase', environment.COINBASE_API_URL),
      priceSource('bitstamp', environment.BITSTAMP_API_URL),
    ],
    venue: createCcxtTradingVenue(
      tradingVenueManifest.config.parse({
        exchangeId: 'kraken',
        apiUrl: environment.KRAKEN_API_URL,
        apiKey: environment.KRAKEN_API_KEY,
        apiSecret: environment.KRAKEN_API_SECRET,
        rateLimitMs,
        privateCallEveryMs: sandbox ? 1 : undefined,
      }),
    ),
    ratesSources: [
      createEcbRates(ecbManifest.config.parse({ fileUrl: environment.ECB_RATES_URL })),
      createOpenExchangeRates(
        openExchangeRatesManifest.config.parse({
          apiUrl: environment.OPEN_EXCHANGE_RATES_URL,
          appId: environment.OPEN_EXCHANGE_RATES_APP_ID,
        }),
      ),
    ],
  };
}
