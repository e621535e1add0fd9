import { fileURLToPath } from 'node:url';
import { evmNetworks } from './chains/localNetworks.ts';
import { EXTRACT_PATH } from './sanctions/extractPath.ts';
import { type Credentials, credentials } from './world/credentials.ts';
import { assignSandboxPorts } from './world/ports.ts';
import { formatSampleRootKeys } from './world/samplePersons.ts';

const CONFIGURATION = fileURLToPath(new URL('configuration/', import.meta.url));

/** Returns the variables with which the product runs in the sandbox and reaches the stand-ins instead of the vendors. */
export function productEnvironment(
  world: {
    readonly sandboxPort: number;
    readonly productPort: number;
    /** Absolute path of the bank's files, in the sandbox's own data folder. */
    readonly bankFilesFolder: string;
    /** Absolute path of the bank's copies of delivered files, for the signer. */
    readonly bankReceivedFolder: string;
    /** Absolute path of configuration rows that depend on the sandbox's location; none if omitted. */
    readonly seedsFolder?: string;
  },
  /** Keys that authenticate the product to the stand-ins. */
  keys: Credentials = credentials,
): Record<string, string> {
  const standIns = assignSandboxPorts(world.sandboxPort);
  const buildUrl = (port: number) => `http://localhost:${port}`;
  const {
    stripe,
    sumsub,
    kraken,
    moonpay,
    coinbaseOnramp,
    ramp,
    transak,
    rates,
    treasury,
    chainIds,
    identityProvider,
  } = keys;
  return {
    PUBLIC_URL: buildUrl(world.productPort),
    SLIPWAY_SECRET: 'sandbox-slipway-secret-that-protects-nothing',
    PERSONAL_DATA_KEYS: 'sandbox:21fbe105e5982fcb6ae779b01e99b3538bb4922583e88626b24642e4da1ec387',
    OPERATOR_ROOT_KEYS: formatSampleRootKeys(),

    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: buildUrl(standIns.stripe),
    STRIPE_SCRIPT_URL: `${buildUrl(standIns.stripe)}/v3/stripe.js`,

    SUMSUB_APP_TOKEN: sumsub.appToken,
    SUMSUB_SECRET_KEY: sumsub.secretKey,
    SUMSUB_WEBHOOK_SECRET: sumsub.webhookSecret,
    SUMSUB_LEVEL: sumsub.level,
    SUMSUB_ACCEPTED_LEVELS: `${sumsub.level},${sumsub.workflowLevel}`,
    SUMSUB_API_URL: buildUrl(standIns.sumsub),

    KRAKEN_API_KEY: kraken.apiKey,
    KRAKEN_API_SECRET: kraken.apiSecret,
    KRAKEN_API_URL: buildUrl(standIns.kraken),
    COINBASE_API_URL: buildUrl(standIns.coinbase),
    BITSTAMP_API_URL: buildUrl(standIns.bitstamp),

    MOONPAY_PUBLISHABLE_KEY: moonpay.publishableKey,
    MOONPAY_SECRET_KEY: moonpay.secretKey,
    MOONPAY_WEBHOOK_KEY: moonpay.webhookKey,
    MOONPAY_API_URL: buildUrl(standIns.moonpay),
    MOONPAY_CHECKOUT_URL: buildUrl(standIns.moonpay),

    COINBASE_ONRAMP_KEY_ID: coinbaseOnramp.keyId,
    COINBASE_ONRAMP_KEY_SECRET: coinbaseOnramp.keySecret,
    COINBASE_ONRAMP_WEBHOOK_SECRET: coinbaseOnramp.webhookSecret,
    COINBASE_ONRAMP_ENVIRONMENT: 'test',
    COINBASE_ONRAMP_API_URL: buildUrl(standIns.coinbaseOnramp),
    COINBASE_ONRAMP_PLATFORM_URL: buildUrl(standIns.coinbaseOnramp),

    RAMP_HOST_API_KEY: ramp.hostApiKey,
    RAMP_ENVIRONMENT: 'test',
    RAMP_WEBHOOK_PUBLIC_KEY: ramp.publicKey,
    RAMP_API_URL: buildUrl(standIns.ramp),
    RAMP_CHECKOUT_URL: buildUrl(standIns.ramp),

    TRANSAK_API_KEY: transak.apiKey,
    TRANSAK_API_SECRET: transak.apiSecret,
    TRANSAK_ENVIRONMENT: 'test',
    TRANSAK_API_URL: buildUrl(standIns.transak),
    TRANSAK_GATEWAY_URL: buildUrl(standIns.transak),

    ECB_RATES_URL: `${buildUrl(standIns.rates)}/stats/eurofxref/eurofxref-daily.xml`,
    OPEN_EXCHANGE_RATES_URL: buildUrl(standIns.rates),
    OPEN_EXCHANGE_RATES_APP_ID: rates.appId,

    SANCTIONS_REFRESH_SECONDS: '2',
    SANCTIONS_LIST_URL: `${buildUrl(standIns.sanctions)}${EXTRACT_PATH}`,

    BANK_FILES_FOLDER: world.bankFilesFolder,
    BANK_RECEIVED_FOLDER: world.bankReceivedFolder,
    // The first folder with a row takes precedence.
    CONFIGURATION_SEEDS: [...(world.seedsFolder ? [world.seedsFolder] : []), CONFIGURATION].join(','),

    SMTP_URL: `smtp://localhost:${standIns.smtp}`,
    MAIL_FROM: 'Slipway <no-reply@slipway.example>',

    BITCOIN_RPC_URL: buildUrl(standIns.bitcoin),
    BITCOIN_NETWORK: 'regtest',
    BITCOIN_TREASURY_ADDRESS: treasury.bitcoinAddress,
    ...Object.fromEntries(
      evmNetworks.flatMap((network) => [
        [`${network.toUpperCase()}_RPC_URL`, buildUrl(standIns[network])],
        [`${network.toUpperCase()}_CHAIN_ID`, String(chainIds[network])],
      ]),
    ),
    EVM_TREASURY_ADDRESS: treasury.evmAddress,
    OIDC_ISSUER: buildUrl(standIns.identityProvider),
    OIDC_CLIENT_ID: identityProvider.clientId,
    OIDC_CLIENT_SECRET: identityProvider.clientSecret,
    OIDC_NAME: 'Example ID',

    EXPLORER_URL: buildUrl(standIns.desk),
  };
}

/** Variables that an api process does not get: exchange credentials, the mail server, and the signer's socket. */
const API_EXCLUDED_VARIABLES = /^(?:KRAKEN_API_KEY|KRAKEN_API_SECRET|SMTP_URL|MAIL_FROM|SIGNER_SOCKET)$/;

/** Returns the variables of an api process. */
export function apiEnvironment(
  product: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(product).filter(([name]) => !API_EXCLUDED_VARIABLES.test(name)));
}

/** Variables of the product that the console gets. */
const CONSOLE_VARIABLES =
  /^(?:PUBLIC_URL|SLIPWAY_SECRET|PERSONAL_DATA_KEYS|OPERATOR_ROOT_KEYS|CONFIGURATION_SEEDS|EXPLORER_URL|OIDC_.*)$/;

/** Returns the variables of the operators' console, including its own. */
export function consoleEnvironment(
  product: Readonly<Record<string, string>>,
  { port, keysFolder }: { readonly port: number; readonly keysFolder: string },
): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(product).filter(([name]) => CONSOLE_VARIABLES.test(name))),
    PORT: String(port),
    CONSOLE_URL: `http://localhost:${port}`,
    OPERATOR_KEYS_FOLDER: keysFolder,
  };
}

/** Variables of the product that the signer gets. */
const SIGNER_VARIABLES =
  /^(?:SLIPWAY_SECRET|OPERATOR_ROOT_KEYS$|STRIPE_|KRAKEN_API_URL$|COINBASE_API_URL$|BITSTAMP_API_URL$|ECB_|OPEN_EXCHANGE_RATES_|SANCTIONS_LIST_URL|BANK_FILES_FOLDER|BANK_RECEIVED_FOLDER|CONFIGURATION_SEEDS|BITCOIN_NETWORK|[A-Z]+_CHAIN_ID$)/;

/** Returns the variables of the process with the treasury's keys, including its own. */
export function signerEnvironment(
  product: Readonly<Record<string, string>>,
  { socket, folder }: { readonly socket: string; readonly folder: string },
): Record<string, string> {
  const { treasury, krakenWithdrawals } = credentials;
  return {
    ...Object.fromEntries(Object.entries(product).filter(([name]) => SIGNER_VARIABLES.test(name))),
    SIGNER_SECRET: 'sandbox-signer-secret-that-protects-nothing',
    SIGNER_SOCKET: socket,
    SIGNER_FOLDER: folder,
    KRAKEN_API_KEY: krakenWithdrawals.apiKey,
    KRAKEN_API_SECRET: krakenWithdrawals.apiSecret,
    BITCOIN_TREASURY_KEY: treasury.bitcoinPrivateKey,
    EVM_TREASURY_KEY: treasury.evmPrivateKey,
  };
}
