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
      text: 'The kind of process: `migrate`, `api`, `worker`, `all` (api and worker in one), `signer` or `console`. `review-configuration` shows the rows that the signer does not accept ([the signer](operating/signer.md#its-copy-of-the-configuration)).',
      by: 'every process',
      byDefault: '`all`',
    },
    NODE_ENV: { text: '`production` in an installation.', by: 'every process' },
    LOG_LEVEL: '`debug`, `info`, `warn`, `error` or `silent` ([logs.md](logs.md)).',
    PORT: 'Port of the api or the console.',
    LISTEN_ADDRESS:
      'The IP address at which a process listens: `127.0.0.1` for this machine only, `0.0.0.0` or `::` for all machines. The image sets `0.0.0.0`.',
    HEALTH_PORT:
      'Port at which a process with `ROLE=worker` or `signer` answers `/healthz`, `/readyz` and `/metrics`. Unset: it listens nowhere.',
    METRICS_TOKEN:
      'Bearer token for `/metrics`, at least 16 characters. Unset: only this machine may read the metrics.',
    DRAIN_SECONDS:
      'Seconds (0 to 60) for which an api still serves requests after SIGTERM, although it reports that it is not ready.',
    RATE_LIMITS: '`on`; `off` in the sandbox only.',
    SLIPWAY_SANDBOX: 'Only `npm start` sets `1`: plain HTTP, local chains, published secrets.',
    NODE_EXTRA_CA_CERTS: {
      text: 'Read by Node.js: a PEM file with your own certificate authority. A process refuses to start if `NODE_OPTIONS` or `NODE_TLS_REJECT_UNAUTHORIZED` weakens TLS.',
      by: 'every process',
    },
  },
  Addresses: {
    PUBLIC_URL: 'Where buyers reach the product; `https://` outside the sandbox.',
    CONSOLE_URL: 'Address of the console; passkeys are bound to this name.',
    TRUSTED_PROXIES:
      'Addresses or networks of your proxies, separated by commas. Only their `X-Forwarded-For` is used ([HTTPS and networks](operating/https.md)).',
    CELL: 'The letter of this installation if you run several ([cells](scaling.md#cells)).',
    CELLS: 'The letter and origin of each installation: `E=https://eu.pay.example,U=https://us.pay.example`.',
    EXPLORER_URL: "An explorer that replaces those of the networks' rows.",
  },
  Database: {
    DATABASE_URL: "The login of the process's role ([the database](operating/database.md)).",
    DATABASE_DIRECT_URL:
      "PostgreSQL's own address, if `DATABASE_URL` is that of a pooler in transaction mode ([scaling.md](scaling.md#a-pooler)).",
    CLERK_DATABASE_URL:
      'The login with which a worker writes what people have signed. An api refuses to start with it.',
    DATABASE_ROLE_PREFIX:
      'The prefix of the database roles, `slipway_` if unset. Set it if two installations share a server.',
  },
  Secrets: {
    SLIPWAY_SECRET: 'The same for every process: `openssl rand -hex 32`.',
    SLIPWAY_FORMER_SECRETS:
      'Earlier values of `SLIPWAY_SECRET`, separated by commas ([changing secrets](operating/secrets.md#changing-secrets)).',
    PERSONAL_DATA_KEYS:
      '`ID:KEY`, separated by commas, the newest first ([personal data](operating/secrets.md#personal-data)).',
    OPERATOR_ROOT_KEYS:
      'The first admins, `NAME=KEY`, separated by commas, as `npm run operate -- key new NAME` prints them.',
  },
  'Your configuration': {
    OPERATOR_NAME: 'Your name on pages and in emails, at most 40 characters.',
    DEFAULT_COUNTRY: 'The country of callers from this machine and from private networks.',
    CONFIGURATION_SEEDS: 'Folders of your own first values, separated by commas. Only `migrate` writes these values.',
    LANGUAGES_FOLDER: 'Your own languages and texts, files like `de-DE.json`.',
    TERMS_FOLDER: 'Your own terms of service, files like `de-DE.html`.',
    WEB_FOLDER: 'The folder of the built web app, `web/dist` if unset.',
    CONSOLE_FOLDER: 'The folder of the built console, `console/dist` if unset.',
    OIDC_ISSUER:
      'The issuer of the identity provider, as in its discovery document ([single sign-on](operating/console.md#single-sign-on)). Unset: passkeys only.',
    OIDC_CLIENT_ID: 'The client id of the console at the identity provider.',
    OIDC_CLIENT_SECRET: 'The secret of that client.',
    OIDC_NAME: 'The name of the identity provider on the page that signs in.',
    CONSOLE_MODE: '`live`, or `test` if no real money moves: the title of every page then begins with `Test:`.',
  },
  'Alerts and reports': {
    ALERT_MAIL: 'Email addresses that get alerts, separated by commas, at most 50.',
    ALERT_WEBHOOK_URL: 'The URL for alerts, signed according to Standard Webhooks. Needs `ALERT_WEBHOOK_SECRET`.',
    ALERT_WEBHOOK_SECRET: '`whsec_` and at least 24 bytes in base64.',
    WEB_PUSH_PUBLIC_KEY:
      'The public key for push alerts; `npm run push-keys` makes both keys ([on-call duty](operating/on-call.md#addresses-and-phones)).',
    WEB_PUSH_PRIVATE_KEY: 'The private key for push alerts; only a worker needs it.',
    WEB_PUSH_SUBJECT: 'The `mailto:` or `https:` address where a push service can contact you.',
    REPORT_MAIL: 'Email addresses that get the daily report.',
    REPORT_FOLDER: 'The folder for the daily report, as text and CSV.',
    REPORT_GROUP: '`yes` lets the group of the process read the files in `REPORT_FOLDER`.',
    AUDIT_ANCHOR_FILE:
      'A file to which each seal of the audit trail is appended ([people.md](operating/people.md#the-audit-trail)).',
    DISK_FOLDERS:
      'Folders of further disks to check, such as the database’s (`disk_low` in [heartbeats.md](heartbeats.md)).',
    BACKUP_MARKER_FILE: 'A file that each successful backup writes. Its age is checked.',
    BACKUP_MAXIMUM_AGE_HOURS: 'The largest age of that file in hours.',
    TLS_CERTIFICATE_FILES: 'PEM files of the certificates that your proxy serves. Their expiry is checked.',
    OTEL_EXPORTER_OTLP_ENDPOINT: { text: 'A collector of traces. Unset: no traces are sent.', by: 'api, worker' },
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
      text: 'The complete address for traces, instead of the previous variable.',
      by: 'api, worker',
    },
    OTEL_EXPORTER_OTLP_HEADERS: { text: 'Headers for the collector, such as its key.', by: 'api, worker' },
    OTEL_SERVICE_NAME: { text: 'The name in traces.', by: 'api, worker', byDefault: '`slipway`' },
    OTEL_SDK_DISABLED: { text: '`true`: no traces are sent.', by: 'api, worker' },
  },
  Stripe: {
    STRIPE_SECRET_KEY: 'Secret key; for the signer a restricted key that may read PaymentIntents.',
    STRIPE_PUBLISHABLE_KEY: 'Publishable key of the same account.',
    STRIPE_WEBHOOK_SECRET: 'Secret of the webhook that points to `/webhooks/stripe`.',
    STRIPE_API_URL: 'Replaces Stripe’s address.',
    STRIPE_SCRIPT_URL: 'The address of Stripe.js for browsers.',
  },
  'Bank files': {
    BANK_FILES_FOLDER: "The folder through which your bank's client and Slipway exchange files.",
    BANK_FILES_GROUP: '`yes` lets the group of the process read files in `BANK_FILES_FOLDER`.',
    BANK_RECEIVED_FOLDER: "The folder with the client's copy of each received file. Only the client may write there.",
    BANK_STATEMENT_NUMBERS: '`ignored` for a bank that leaves out numbers of statements.',
  },
  Sumsub: {
    SUMSUB_APP_TOKEN: 'App token. It begins with `prd:`, or with `sbx:` in Sumsub’s sandbox.',
    SUMSUB_SECRET_KEY: "The token's secret key.",
    SUMSUB_WEBHOOK_SECRET: 'Secret of the webhook that points to `/webhooks/sumsub`.',
    SUMSUB_LEVEL: 'The verification level at which a buyer starts.',
    SUMSUB_ACCEPTED_LEVELS: 'The levels at which an approval counts, separated by commas.',
    SUMSUB_API_URL: 'Replaces Sumsub’s address.',
  },
  'Kraken account': {
    KRAKEN_API_KEY: 'API key. The worker’s may query and trade; the signer’s, another key, may query and withdraw.',
    KRAKEN_API_SECRET: 'The private key of that API key, in base64.',
    KRAKEN_TIER: {
      text: 'Tier of the account, which limits the calls ([vendor-limits.md](vendor-limits.md#kraken)).',
      byDefault: '`starter`',
    },
    KRAKEN_API_URL: 'Replaces Kraken’s address, for account and prices.',
  },
  'Prices and rates': {
    KRAKEN_PRICES: '`off` disables these public prices.',
    COINBASE_PRICES: '`off` disables these public prices.',
    BITSTAMP_PRICES: '`off` disables these public prices.',
    COINBASE_API_URL: 'Replaces Coinbase’s address.',
    BITSTAMP_API_URL: 'Replaces Bitstamp’s address.',
    ECB_RATES: '`off` disables the European Central Bank’s daily rates.',
    ECB_RATES_URL: 'Replaces the address of the daily file.',
    OPEN_EXCHANGE_RATES_APP_ID: 'App id of Open Exchange Rates.',
    OPEN_EXCHANGE_RATES_URL: 'Replaces the service’s address.',
  },
  'Denied addresses': {
    OFAC_LIST: '`off` disables the public extract of OFAC’s list.',
    SANCTIONS_LIST_URL: 'Replaces the address of this extract.',
    SANCTIONS_LIST_PATH: 'A copy of the extract on this machine, used instead.',
    SANCTIONS_REFRESH_SECONDS: 'Seconds between two fetches of the lists.',
  },
  Mail: {
    SMTP_URL: '`smtps://user:password@host:465`, or `smtp://…?requireTLS=true`. Only a worker reads it.',
    MAIL_FROM: 'The sender: an address, or `Name <address>`.',
  },
  Networks: {
    '<ID>_RPC_URL':
      'The node of a network. `<ID>` is the id of its row, as in `ETHEREUM_RPC_URL` or `BITCOIN_RPC_URL`.',
    '<ID>_CHAIN_ID': 'The chain id of your own chain, used instead of the network’s public one.',
    EVM_TREASURY_ADDRESS: 'The paying address on every EVM network; the signer prints it at its start.',
    BITCOIN_TREASURY_ADDRESS: 'The paying address on Bitcoin (P2WPKH).',
    BITCOIN_NETWORK: '`mainnet`, `testnet` or `regtest`.',
  },
  Signer: {
    SIGNER_SOCKET: 'The socket at which the signer listens, and to which a worker connects.',
    SIGNER_NAME: 'Distinguishes several signers with the same keys; one of them is active.',
    SIGNER_LEASE_SECONDS: 'Seconds without a renewed lease after which a passive signer takes over.',
    SIGNER_FOLDER: "The signer's own folder: the heads of its records, its stops, the accepted configuration.",
    SIGNER_SECRET: 'Only the signer has it: `openssl rand -hex 32`.',
    EVM_TREASURY_KEY_FILE: 'File of the encrypted EVM key ([treasury keys](operating/signer-keys.md)).',
    BITCOIN_TREASURY_KEY_FILE: 'File of the encrypted Bitcoin key.',
    TREASURY_PASSPHRASE_FILE: 'The file with the passphrase that opens both key files.',
    EVM_TREASURY_KEY_PKCS11: 'The key for EVM networks on a hardware token, as a PKCS #11 URI (RFC 7512).',
    BITCOIN_TREASURY_KEY_PKCS11: 'The same for Bitcoin.',
    EVM_TREASURY_KEY: 'The open key for EVM networks, 32 bytes in hexadecimal; the signer logs a warning.',
    BITCOIN_TREASURY_KEY: 'The same for Bitcoin.',
    SIGNER_EUR_PER_TRANSACTION: 'Most euros in one transaction, including fees.',
    SIGNER_EUR_PER_HOUR: 'Most euros in all transactions of an hour.',
    SIGNER_EUR_PER_DAY: 'Most euros in all transactions of a day.',
    SIGNER_EUR_PER_FEE: 'Most euros for one network fee.',
    SIGNER_COINS_PER_DAY: 'Most whole coins in a day, in place of built-in limits: `BTC=2,ETH=40`.',
    SIGNER_SECOND_APPROVAL_ABOVE_EUR: 'Manual matches and withdrawals above so many euros need two people.',
    SIGNER_VALUE_PERCENT: 'The largest value of a payout, in percent of the buyer’s payment.',
  },
  'Other providers': {
    MOONPAY_PUBLISHABLE_KEY: 'Publishable key ([offers.md](offers.md)).',
    MOONPAY_SECRET_KEY: 'Secret key.',
    MOONPAY_WEBHOOK_KEY: 'Key of the webhook.',
    MOONPAY_API_URL: 'Replaces MoonPay’s address.',
    MOONPAY_CHECKOUT_URL: 'The address to which buyers are sent.',
    COINBASE_ONRAMP_KEY_ID: 'Id of the secret API key.',
    COINBASE_ONRAMP_KEY_SECRET: 'The API key: base64 of Ed25519, or PEM of P-256.',
    COINBASE_ONRAMP_WEBHOOK_SECRET: "`metadata.secret` of the webhook's subscription.",
    COINBASE_ONRAMP_ENVIRONMENT: { text: '`test` or `live`.', byDefault: '`live`' },
    COINBASE_ONRAMP_API_URL: 'Replaces the address of the first API version.',
    COINBASE_ONRAMP_PLATFORM_URL: 'Replaces the address of the second API version.',
    RAMP_HOST_API_KEY: 'Host API key.',
    RAMP_ENVIRONMENT: '`test` or `live`.',
    RAMP_WEBHOOK_PUBLIC_KEY: 'Public key of webhooks, if it is not Ramp’s.',
    RAMP_API_URL: 'Replaces Ramp’s address.',
    RAMP_CHECKOUT_URL: 'The address to which buyers are sent.',
    TRANSAK_API_KEY: 'API key.',
    TRANSAK_API_SECRET: 'API secret.',
    TRANSAK_ENVIRONMENT: '`test` or `live`.',
    TRANSAK_API_URL: 'Replaces Transak’s address.',
    TRANSAK_GATEWAY_URL: 'Replaces the gateway’s address.',
  },
  'Command line': {
    OPERATOR_KEY: { text: "The file of a person's key.", by: OPERATE, byDefault: '`~/.config/slipway/operator.pem`' },
    OPERATOR_KEY_PASSPHRASE: { text: 'The passphrase of that key file.', by: OPERATE },
    OPERATOR_KEYS_FOLDER: {
      text: 'The folder with the keys of the sandbox’s sample people. The console refuses it outside the sandbox.',
      by: `console, ${OPERATE}`,
    },
  },
  'npm start and the stand-ins': {
    SANDBOX_PORT: {
      text: "The first of the stand-ins' consecutive ports ([trying without vendors](installing.md#trying-it-without-vendors)).",
      by: `${START}, stand-ins, operate`,
      byDefault: '`8090`',
    },
    CONSOLE_PORT: {
      text: 'Port of the console of `npm start` and `npm run dev`. An installed console uses `PORT`.',
      by: START,
      byDefault: '`8085`',
    },
    DATA_DIR: {
      text: 'The folder of the embedded database, the logs and the stand-ins’ data.',
      by: `${START}, stand-ins, operate`,
      byDefault: '`.data`',
    },
    EXAMPLES_PORT: {
      text: 'The first of the four ports of the [examples](../examples/README.md).',
      by: 'npm run example',
      byDefault: '`3000`',
    },
    PRODUCT_URL: {
      text: 'The address to which the stand-ins post webhooks, `http://localhost:PORT` if unset.',
      by: 'stand-ins',
    },
    SANDBOX_BLOCK_SECONDS: { text: 'Seconds between two blocks of the local chains.', by: 'stand-ins' },
    SANDBOX_CREDENTIALS: {
      text: 'A JSON file with your own keys, which the stand-ins accept instead of the published ones.',
      by: 'stand-ins',
    },
  },
};
