import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRule, type NameResolver, resolveAllowedAddresses } from './webhookAddress.ts';

export type CheckedRequestOptions = Pick<RequestOptions, 'method' | 'headers'> & {
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
};

/**
 * Sends a request to an address supplied by a third party, on a separate connection to one of the checked IP addresses.
 * Redirects are not followed. Throws any fault, including AddressRefused.
 */
export async function sendCheckedRequest(
  target: URL,
  { body, signal, ...options }: CheckedRequestOptions,
  rule: AddressRule,
  resolve: NameResolver,
): Promise<IncomingMessage> {
  const addresses = await rejectOnAbort(signal, resolveAllowedAddresses(target, rule, resolve));
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
  request(target, { ...options, agent: false, lookup: createLookup(addresses), signal })
    .once('response', answer)
    .once('error', reject)
    .end(body);
  return promise;
}

/** Returns a lookup that does not resolve the name again. */
function createLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  return (_host, { all }, done) => (all ? done(null, found) : done(null, first.address, first.family));
}

/** Waits for a promise that cannot itself be aborted; rejects when the signal aborts. */
function rejectOnAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  return Promise.race([promise, late]);
}

/**
 * Returns the beginning of an answer as text: reads until it has at least `mostBytes`. A read fault only shortens it: the
 * status has arrived.
 */
export async function readBeginning(answer: IncomingMessage, mostBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= mostBytes) break;
    }
  } catch {
    // Cut off or timed out.
  }
  answer.destroy();
  return Buffer.concat(parts).toString('utf8');
}

/** Returns why no answer came. */
export function describeRequestFault(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message || error.name}`;
}
