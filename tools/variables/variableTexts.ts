/** Description of a variable in the reference. */
export type VariableText = {
  readonly text: string;
  /** The programs that read the variable, if no process of the product declares it. */
  readonly by?: string;
  /** The variable's default, if no process of the product declares it. */
  readonly byDefault?: string;
};

type Texts = Readonly<Record<string, string | VariableText>>;

const START = 'npm start';
const OPERATE = 'operate';

/** All variables by their heading in docs/variables.md. */
export const variableTexts: Readonly<Record<string, Texts>> = {
  Process: {
    ROLE: {
      text: 'What the process is: `migrate`, `api`, `worker`, `all` (api and worker in one), `signer`, `console`; `review-configuration` shows the rows that the signer does not accept ([the signer](operating/signer.md)).',
      by: 'every process',
      byDefault: '`all`',
    },
    NODE_ENV: { text: '`production` in an installation.', by: 'every process' },
    LOG_LEVEL: '`debug`, `info`, `warn`, `error` or `silent` ([logs.md](logs.md)).',
    PORT: 'Port of the api or the console.',
    LISTEN_ADDRESS:
      'The IP address at which a process listens: `127.0.0.1` for this machine alone, `0.0.0.0` or `::` for all. The image sets `0.0.0.0`; the sandbox never listens beyond this machine.',
    HEALTH_PORT:
      'Port at which a worker alone and the signer answer `/healthz`, `/readyz` and `/metrics`; without it nowhere.',
    METRICS_TOKEN: 'Bearer token for `/metrics`, at least 16 characters; without it only this machine may read it.',
    DRAIN_SECONDS: 'How long an api that was told to end keeps serving, and is not ready (0 to 60).',
    RATE_LIMITS: '`on`; `off` in the sandbox only.',
    SLIPWAY_SANDBOX: '`1` is set by `npm start` alone: plain HTTP, local chains, published secrets.',
    NODE_EXTRA_CA_CERTS: {
      text: 'Read by Node.js: a PEM file with your own certificate authority. The start is refused if `NODE_OPTIONS` or `NODE_TLS_REJECT_UNAUTHORIZED` weaken TLS.',
      by: 'every process',
    },
  },
  Addresses: {
    PUBLIC_URL: 'Where buyers reach the product; `https://` outside the sandbox.',
    CONSOLE_URL: 'Address of the console; passkeys are bound to this name.',
    TRUSTED_PROXIES:
      'Addresses or networks of your proxies, with commas between: the `X-Forwarded-For` of these counts ([HTTPS and networks](operating/https.md)).',
    CELL: 'The letter of this installation if there are several ([cells](scaling.md#cells)).',
    CELLS: 'The letter and origin of each of them: `E=https://eu.pay.example,U=https://us.pay.example`.',
    EXPLORER_URL: "Where transactions are shown, in place of the explorers of the networks' rows.",
  },
  Database: {
    DATABASE_URL: "The login of the process's role ([the database](operating/database.md)).",
    DATABASE_DIRECT_URL:
      "PostgreSQL's own address where `DATABASE_URL` leads through a pooler in transaction mode ([scaling.md](scaling.md)).",
    CLERK_DATABASE_URL:
      "The clerk's login, of a worker: writes what people have signed. No api process starts with it.",
    DATABASE_ROLE_PREFIX: 'How the names of the roles begin, where two installations share a server (`slipway_`).',
  },
  Secrets: {
    SLIPWAY_SECRET: 'The same for every process: `openssl rand -hex 32`.',
    SLIPWAY_FORMER_SECRETS:
      'Those before it, with commas between ([changing secrets](operating/secrets.md#changing-secrets)).',
    PERSONAL_DATA_KEYS:
      '`ID:KEY` with commas between, the newest first ([personal data](operating/secrets.md#personal-data)).',
    OPERATOR_ROOT_KEYS:
      'The first admins, `NAME=KEY` with commas between, as `npm run operate -- key new NAME` prints them.',
  },
  'Your configuration': {
    OPERATOR_NAME: 'Your name on pages and in emails, up to 40 characters.',
    DEFAULT_COUNTRY: 'The country of callers from this machine and from private networks.',
    CONFIGURATION_SEEDS: 'Folders of your own first values, with commas between; written by `migrate` alone.',
    LANGUAGES_FOLDER: 'Your own languages and texts, files like `de-DE.json`.',
    TERMS_FOLDER: 'Your own terms of service, files like `de-DE.html`.',
    WEB_FOLDER: 'The built web app, where it is not in `web/dist`.',
    CONSOLE_FOLDER: 'The built console, where it is not in `console/dist`.',
    OIDC_ISSUER:
      'The identity provider for single sign-on to the console, as its discovery document names it ([single sign-on](operating/console.md#single-sign-on)). Empty: passkeys only.',
    OIDC_CLIENT_ID: 'The id by which the identity provider knows the console.',
    OIDC_CLIENT_SECRET: 'The secret of that client.',
    OIDC_NAME: 'The name of the identity provider on the page that signs in.',
    CONSOLE_MODE: '`live`, or `test` where no real money is: every page shows it.',
  },
  'Alerts and reports': {
    ALERT_MAIL: 'Addresses that get alerts, with commas between.',
    ALERT_WEBHOOK_URL: 'Where alerts are posted, signed as Standard Webhooks says; needs `ALERT_WEBHOOK_SECRET`.',
    ALERT_WEBHOOK_SECRET: '`whsec_` and at least 24 bytes in base64.',
    WEB_PUSH_PUBLIC_KEY: 'Wakes phones; `npm run push-keys` makes both keys ([on-call duty](operating/on-call.md)).',
    WEB_PUSH_PRIVATE_KEY: 'The private half, of the worker.',
    WEB_PUSH_SUBJECT: 'Whom a push service writes to: `mailto:` or `https:`.',
    REPORT_MAIL: 'Addresses that get the report of each day.',
    REPORT_FOLDER: 'Where it is written as text and CSV.',
    REPORT_GROUP: '`yes` lets the group of the process read these files.',
    AUDIT_ANCHOR_FILE: 'A file to which each seal of the history is added, on another machine or append-only.',
    DISK_FOLDERS: 'Folders of further disks to watch, such as the database’s ([heartbeats.md](heartbeats.md)).',
    BACKUP_MARKER_FILE: 'A file that each successful backup writes; its age is watched.',
    BACKUP_MAXIMUM_AGE_HOURS: 'How old it may be.',
    TLS_CERTIFICATE_FILES: 'PEM files of the certificates that your proxy serves; their ends are watched.',
    OTEL_EXPORTER_OTLP_ENDPOINT: { text: 'A collector of traces; without one nothing is sent.', by: 'api, worker' },
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { text: 'The same, for traces alone.', by: 'api, worker' },
    OTEL_EXPORTER_OTLP_HEADERS: { text: 'Headers for the collector, such as its key.', by: 'api, worker' },
    OTEL_SERVICE_NAME: { text: 'The name in traces.', by: 'api, worker', byDefault: '`slipway`' },
    OTEL_SDK_DISABLED: { text: '`true` sends nothing.', by: 'api, worker' },
  },
  Stripe: {
    STRIPE_SECRET_KEY: 'Secret key; for the signer a restricted key that may read PaymentIntents.',
    STRIPE_PUBLISHABLE_KEY: 'Publishable key of the same account.',
    STRIPE_WEBHOOK_SECRET: 'Secret of the webhook that points to `/webhooks/stripe`.',
    STRIPE_API_URL: 'Another address than Stripe’s.',
    STRIPE_SCRIPT_URL: 'Where browsers load Stripe.js.',
  },
  'Bank files': {
    BANK_FILES_FOLDER: "The folder that your bank's client fills and empties.",
    BANK_FILES_GROUP: '`yes` lets the group of the process read what it writes there.',
    BANK_RECEIVED_FOLDER: "Where the bank's client keeps a copy of each received file; nobody else may write there.",
    BANK_STATEMENT_NUMBERS: '`ignored` for a bank that leaves numbers of statements out.',
  },
  Sumsub: {
    SUMSUB_APP_TOKEN: 'App token; begins with `prd:`, or `sbx:` in the sandbox of Sumsub.',
    SUMSUB_SECRET_KEY: "The token's secret key.",
    SUMSUB_WEBHOOK_SECRET: 'Secret of the webhook that points to `/webhooks/sumsub`.',
    SUMSUB_LEVEL: 'The verification level that a buyer goes through.',
    SUMSUB_ACCEPTED_LEVELS: 'The levels on which an approval counts, with commas between.',
    SUMSUB_API_URL: 'Another address than Sumsub’s.',
  },
  'Kraken account': {
    KRAKEN_API_KEY: 'API key; the worker’s may query and trade, the signer’s (another key) may query and withdraw.',
    KRAKEN_API_SECRET: "The key's private key, base64.",
    KRAKEN_TIER: 'Tier of the account, by which calls are limited ([vendor-limits.md](vendor-limits.md)).',
    KRAKEN_API_URL: 'Another address than Kraken’s, for the account and the prices.',
  },
  'Prices and rates': {
    KRAKEN_PRICES: '`off` switches these public prices off.',
    COINBASE_PRICES: '`off` switches these public prices off.',
    BITSTAMP_PRICES: '`off` switches these public prices off.',
    COINBASE_API_URL: 'Another address than Coinbase’s.',
    BITSTAMP_API_URL: 'Another address than Bitstamp’s.',
    ECB_RATES: '`off` switches the daily rates of the European Central Bank off.',
    ECB_RATES_URL: 'Another address of the daily file.',
    OPEN_EXCHANGE_RATES_APP_ID: 'App id of Open Exchange Rates.',
    OPEN_EXCHANGE_RATES_URL: 'Another address than theirs.',
  },
  'Denied addresses': {
    OFAC_LIST: '`off` switches the public extract of OFAC’s list off.',
    SANCTIONS_LIST_URL: 'Another address of that extract.',
    SANCTIONS_LIST_PATH: 'A copy of it on this machine, in its place.',
    SANCTIONS_REFRESH_SECONDS: 'How often the lists are fetched.',
  },
  Mail: {
    SMTP_URL: '`smtps://user:password@host:465`, or `smtp://…?requireTLS=true`; of a worker alone.',
    MAIL_FROM: 'The sender: an address, or `Name <address>`.',
  },
  Networks: {
    '<ID>_RPC_URL': 'The node of a network, by the id of its row, such as `ETHEREUM_RPC_URL` or `BITCOIN_RPC_URL`.',
    '<ID>_CHAIN_ID': 'The chain id of an EVM network, only for a chain of your own in place of the public one.',
    EVM_TREASURY_ADDRESS: 'The address that pays on every EVM network, as the signer prints it at its start.',
    BITCOIN_TREASURY_ADDRESS: 'The address that pays on Bitcoin (P2WPKH).',
    BITCOIN_NETWORK: '`mainnet`, `testnet` or `regtest`.',
  },
  Signer: {
    SIGNER_SOCKET: 'The socket at which the signer listens and a worker reaches it.',
    SIGNER_NAME: 'Distinguishes several signers with the same keys; one of them is active.',
    SIGNER_LEASE_SECONDS: 'A passive signer takes over when the active one has not renewed its lease for this long.',
    SIGNER_FOLDER: "The signer's own folder: the heads of its records, its stops, the accepted configuration.",
    SIGNER_SECRET: "The signer's alone: `openssl rand -hex 32`.",
    EVM_TREASURY_KEY_FILE: 'The encrypted key of the EVM networks ([its keys](operating/signer-keys.md)).',
    BITCOIN_TREASURY_KEY_FILE: 'The encrypted key of Bitcoin.',
    TREASURY_PASSPHRASE_FILE: 'The file with the passphrase that opens both.',
    EVM_TREASURY_KEY_PKCS11: 'Or a key on a token, by PKCS #11 (RFC 7512).',
    BITCOIN_TREASURY_KEY_PKCS11: 'The same for Bitcoin.',
    EVM_TREASURY_KEY: 'Or, with a warning, the open key, 32 bytes in hexadecimal.',
    BITCOIN_TREASURY_KEY: 'The same for Bitcoin.',
    SIGNER_EUR_PER_TRANSACTION: 'Most euros in a transaction, fees included.',
    SIGNER_EUR_PER_HOUR: 'Most euros in an hour.',
    SIGNER_EUR_PER_DAY: 'Most euros in a day.',
    SIGNER_EUR_PER_FEE: 'Most euros for one fee.',
    SIGNER_COINS_PER_DAY: 'Most of single coins in a day, in whole coins: `BTC=2,ETH=40`.',
    SIGNER_SECOND_APPROVAL_ABOVE_EUR: 'Manual matches and withdrawals above this require two approvals.',
    SIGNER_VALUE_PERCENT: 'How much of what a buyer paid may be sent, in percent.',
  },
  'Other providers': {
    MOONPAY_PUBLISHABLE_KEY: 'Publishable key ([offers.md](offers.md)).',
    MOONPAY_SECRET_KEY: 'Secret key.',
    MOONPAY_WEBHOOK_KEY: 'Key of the webhook.',
    MOONPAY_API_URL: 'Another address than MoonPay’s.',
    MOONPAY_CHECKOUT_URL: 'Where buyers are led.',
    COINBASE_ONRAMP_KEY_ID: 'Id of the secret API key.',
    COINBASE_ONRAMP_KEY_SECRET: 'The key: base64 of Ed25519, or PEM of P-256.',
    COINBASE_ONRAMP_WEBHOOK_SECRET: "`metadata.secret` of the webhook's subscription.",
    COINBASE_ONRAMP_ENVIRONMENT: '`test` or `live`.',
    COINBASE_ONRAMP_API_URL: 'Another address of the first version.',
    COINBASE_ONRAMP_PLATFORM_URL: 'Another address of the second version.',
    RAMP_HOST_API_KEY: 'Host API key.',
    RAMP_ENVIRONMENT: '`test` or `live`.',
    RAMP_WEBHOOK_PUBLIC_KEY: 'Public key of webhooks, if it is not Ramp’s.',
    RAMP_API_URL: 'Another address than Ramp’s.',
    RAMP_CHECKOUT_URL: 'Where buyers are led.',
    TRANSAK_API_KEY: 'API key.',
    TRANSAK_API_SECRET: 'API secret.',
    TRANSAK_ENVIRONMENT: '`test` or `live`.',
    TRANSAK_API_URL: 'Another address than Transak’s.',
    TRANSAK_GATEWAY_URL: 'Another address of the gateway.',
  },
  'Command line': {
    OPERATOR_KEY: { text: "The file of a person's key.", by: OPERATE, byDefault: '`~/.config/slipway/operator.pem`' },
    OPERATOR_KEY_PASSPHRASE: { text: 'What encrypts that key.', by: OPERATE },
    OPERATOR_KEYS_FOLDER: 'Keys of the sandbox’s sample users; refused outside the sandbox.',
  },
  'npm start and the stand-ins': {
    SANDBOX_PORT: {
      text: "The first of the stand-ins' ports in a row ([trying without vendors](installing.md#trying-it-without-vendors)).",
      by: `${START}, stand-ins, operate`,
      byDefault: '`8090`',
    },
    CONSOLE_PORT: {
      text: 'Port of the console that `npm start` and `npm run dev` start. An installed console listens on `PORT`.',
      by: START,
      byDefault: '`8085`',
    },
    DATA_DIR: {
      text: 'The folder of the embedded database, the logs and what the stand-ins keep.',
      by: `${START}, stand-ins, operate`,
      byDefault: '`.data`',
    },
    EXAMPLES_PORT: {
      text: 'The first of the four ports of the [examples](../examples/README.md).',
      by: 'npm run example',
      byDefault: '`3000`',
    },
    PRODUCT_URL: {
      text: 'Where the stand-ins post their webhooks, if it is not `http://localhost:PORT`.',
      by: 'stand-ins',
    },
    SANDBOX_BLOCK_SECONDS: { text: 'How often the local chains make a block.', by: 'stand-ins' },
    SANDBOX_CREDENTIALS: {
      text: 'A JSON file with keys of your own by which the stand-ins know the product, in place of the published ones.',
      by: 'stand-ins',
    },
  },
};
