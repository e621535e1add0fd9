import { globSync, readFileSync } from 'node:fs';

/** Whatever opens a connection or starts a program, as it stands in a source. Types open nothing. */
const OPENS: readonly RegExp[] = [
  /\bfetch\(/,
  /\bnew (?:WebSocket|EventSource)\(/,
  /^import (?!type\b).*from 'node:(?:http|https|http2|tls|dgram|dns|dns\/promises|child_process|cluster)'/m,
  /^import \{[^}]*\b(?:connect|createConnection|Socket as|Server)\b[^}]*\} from 'node:net'/m,
  /^import \{[^}]*\b(?:http|webSocket)\b[^}]*\} from 'viem'/m,
  /^import (?!type\b).*from '(?:stripe|ccxt|nodemailer|pg|pg-boss|undici|@opentelemetry\/exporter-trace-otlp-http)'/m,
  /^import (?!type\b)[^;]*from 'openid-client'/m,
  /(?:import|import\.meta\.resolve)\('(?:stripe|ccxt|nodemailer|pg|pg-boss|undici|node:(?:http|https|http2|net|tls|dgram|dns|child_process|cluster))'\)/,
];

const SOURCES = '{contract,money,server}/**/*.ts';
const NOT_THE_PRODUCT =
  /\.test\.ts$|\.testing\.ts$|\/node_modules\/|\/fixtures\/|\/conformance\.ts$|\/(?:testDatabase|faultyNodes)\.ts$/;

/** Files of the product from which something may be reached, sorted. `root` ends with a slash. */
export function filesThatReachOut(root: string): readonly string[] {
  return globSync(SOURCES, { cwd: root })
    .filter((file) => !NOT_THE_PRODUCT.test(file) && opens(readFileSync(`${root}${file}`, 'utf8')))
    .toSorted();
}

export function opens(source: string): boolean {
  return OPENS.some((pattern) => pattern.test(source));
}

/** Every such file, with what it reaches. A new one is a decision: docs/egress.md has to stay true. */
export const outboundPlaces: Readonly<Record<string, string>> = {
  'server/console/signOn/openIdProvider.ts': 'the identity provider of single sign-on',
  'server/platform/database/database.ts': 'the database',
  'server/platform/database/databaseFault.ts': 'the database',
  'server/platform/database/engine.ts': 'the database',
  'server/platform/database/heldLock.ts': 'the database',
  'server/platform/database/listenToChannel.ts': 'the database',
  'server/platform/database/migrate.ts': 'the database',
  'server/platform/database/roles/applyGrants.ts': 'the database',
  'server/platform/database/roles/grants.ts': 'the database',
  'server/platform/http/brokenRequests.ts': 'nothing: names of statuses',
  'server/platform/jobs/bossQueue.ts': 'the database',
  'server/platform/tracing/exportSpans.ts': 'a collector of traces',
  'server/platform/webhook/checkedRequest.ts': "endpoints of partners, the webhook for alerts, a partner's page",
  'server/platform/webhook/webhookAddress.ts': 'the resolver of names, for endpoints of partners',
  'server/providers/card/stripe/askAccount.ts': 'Stripe',
  'server/providers/card/stripe/client.ts': 'Stripe',
  'server/providers/chain/bitcoin/rpc.ts': 'the node of Bitcoin',
  'server/providers/chain/evm/client.ts': 'the nodes of EVM networks',
  'server/providers/chain/pkcs11Signer.ts': 'a token of this machine, by the program of OpenSC',
  'server/providers/identity/sumsub/client.ts': 'Sumsub',
  'server/providers/mail/smtp/smtp.ts': 'the mail server',
  'server/providers/offers/callVendor.ts': 'other providers',
  'server/providers/rates/fetchText.ts': 'sources of fiat rates',
  'server/providers/sanctions/fetchList.ts': 'publishers of lists',
  'server/providers/venue/ccxt/library.ts': 'exchanges',
  'server/signer/deadSocket.ts': 'sockets of the signer',
  'server/signer/signerLock.ts': 'nothing: it listens in its folder',
  'server/signer/signerSocket.ts': "the signer's socket",
};
