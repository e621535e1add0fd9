import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRule, allowedAddresses, type ResolveName, resolveName } from './webhookAddress.ts';

const TIMEOUT_MS = 15_000;
const MOST_CHARACTERS = 500;
/** A character of UTF-8 has four bytes at most. */
const MOST_BYTES = MOST_CHARACTERS * 4;

export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type WebhookAnswer = {
  /** Null: no answer came. */
  readonly status: number | null;
  /** The first 500 characters of the answer, or why none came. */
  readonly text: string;
  /** As the answer has it. */
  readonly retryAfter: string | undefined;
  readonly milliseconds: number;
};

/** Posts once. Answers whatever happens, after 15 seconds at the latest; no redirect is followed. */
export type PostWebhook = (post: WebhookPost) => Promise<WebhookAnswer>;

export function createWebhookPost(rule: AddressRule, resolve: ResolveName = resolveName): PostWebhook {
  return async ({ url, headers, body }) => {
    const begun = performance.now();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const took = () => Math.round(performance.now() - begun);
    try {
      const target = new URL(url);
      const addresses = await before(signal, allowedAddresses(target, rule, resolve));
      const answer = await send(target, addresses, { headers, body, signal });
      const text = await beginningOf(answer);
      const { statusCode: status = 0, headers: answered } = answer;
      return { status, text, retryAfter: answered['retry-after'], milliseconds: took() };
    } catch (error) {
      return { status: null, text: faultOf(error), retryAfter: undefined, milliseconds: took() };
    }
  };
}

type Sending = Omit<WebhookPost, 'url'> & { readonly signal: AbortSignal };

/** Each post has a connection of its own, to one of the addresses that were looked at. */
function send(target: URL, addresses: readonly string[], { headers, body, signal }: Sending): Promise<IncomingMessage> {
  const bytes = Buffer.from(body);
  const sent = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(target, { method: 'POST', headers: sent, agent: false, lookup: lookupOf(addresses), signal })
    .once('response', resolve)
    .once('error', reject)
    .end(bytes);
  return promise;
}

/** In place of the resolver: the name is not asked for again. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  return (_host, { all }, done) => (all ? done(null, found) : done(null, first.address, first.family));
}

/** What cannot be read of an answer is left out: its status has come. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= MOST_BYTES) break;
    }
  } catch {
    // Cut off, or slower than the time there is.
  }
  answer.destroy();
  // PostgreSQL's text cannot hold the character zero.
  return Buffer.concat(parts).toString('utf8').replaceAll('\0', '').slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Ends the wait for what cannot be aborted. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  return Promise.race([promise, late]);
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message || error.name}`.slice(0, MOST_CHARACTERS);
}
