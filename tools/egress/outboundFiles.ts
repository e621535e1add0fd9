import { globSync, readFileSync } from 'node:fs';

/** Patterns of code that opens a connection or starts a program. Types are excluded. */
const CONNECTION_PATTERNS: readonly RegExp[] = [
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

/** Returns the files of the product that may open connections, sorted. `root` ends with a slash. */
export function findOutboundFiles(root: string): readonly string[] {
  return globSync(SOURCES, { cwd: root })
    .filter((file) => !NOT_THE_PRODUCT.test(file) && opensConnection(readFileSync(`${root}${file}`, 'utf8')))
    .toSorted();
}

/** Returns true if a source may open a connection or start a program. */
export function opensConnection(source: string): boolean {
  return CONNECTION_PATTERNS.some((pattern) => pattern.test(source));
}

/**
 * All files that may open connections or start programs, with their destinations. A new destination also needs a row in a
 * vendor's manifest or in server/app/egress.ts, from which docs/egress.md is drawn.
 */
export const outboundFiles: Readonly<Record<string, string>> = {
  'server/console/signOn/openIdProvider.ts': 'the identity provider of single sign-on',
  'server/platform/database/announcer.ts': 'the database',
  'server/platform/database/database.ts': 'the database',
  'server/platform/database/findDatabaseFault.ts': 'the database',
  'server/platform/database/findEngineFault.ts': 'the database',
  'server/platform/database/heldLock.ts': 'the database',
  'server/platform/database/listenToChannel.ts': 'the database',
  'server/platform/database/migrate.ts': 'the database',
  'server/platform/database/roles/applyGrants.ts': 'the database',
  'server/platform/database/roles/grants.ts': 'the database',
  'server/platform/http/errors/invalidRequests.ts': 'nothing: it imports only the names of HTTP statuses',
  'server/platform/jobs/bossQueue.ts': 'the database',
  'server/platform/tracing/exportSpans.ts': 'a collector of traces',
  'server/platform/webhook/sendCheckedRequest.ts': "endpoints of partners, the webhook for alerts, a partner's page",
  'server/platform/webhook/webhookAddress.ts': 'the resolver of names, for endpoints of partners',
  'server/providers/card/stripe/checkStripeCredential.ts': 'Stripe',
  'server/providers/card/stripe/client.ts': 'Stripe',
  'server/providers/chain/bitcoin/rpc.ts': 'the node of Bitcoin',
  'server/providers/chain/evm/client.ts': 'the nodes of EVM networks',
  'server/providers/chain/pkcs11Signer.ts': "a hardware token of this machine, through OpenSC's program",
  'server/providers/identity/sumsub/client.ts': 'Sumsub',
  'server/providers/mail/smtp/smtp.ts': 'the mail server',
  'server/providers/offers/callVendor.ts': 'other providers',
  'server/providers/rates/fetchText.ts': 'sources of fiat rates',
  'server/providers/sanctions/fetchList.ts': 'publishers of lists',
  'server/providers/venue/ccxt/library.ts': 'exchanges',
  'server/signer/socket/staleSocket.ts': 'sockets of the signer',
  'server/signer/signerLock.ts': 'nothing: it listens in its folder',
  'server/signer/socket/signerSocket.ts': "the signer's socket",
};
