import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRule, allowedAddresses, type ResolveName } from './webhookAddress.ts';

export type CheckedRequest = Pick<RequestOptions, 'method' | 'headers'> & {
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
};

/**
 * Asks an address that somebody else has named. It has a connection of its own, to one of the addresses that were looked at;
 * no redirect is followed. Throws what went wrong, AddressRefused among it.
 */
export async function checkedRequest(
  target: URL,
  { body, signal, ...options }: CheckedRequest,
  rule: AddressRule,
  resolve: ResolveName,
): Promise<IncomingMessage> {
  const addresses = await before(signal, allowedAddresses(target, rule, resolve));
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
  request(target, { ...options, agent: false, lookup: lookupOf(addresses), signal })
    .once('response', answer)
    .once('error', reject)
    .end(body);
  return promise;
}

/** In place of the resolver: the name is not asked for again. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  return (_host, { all }, done) => (all ? done(null, found) : done(null, first.address, first.family));
}

/** Ends the wait for what cannot be aborted. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  return Promise.race([promise, late]);
}

/** The beginning of an answer as text, so many bytes at most. What cannot be read of it is left out: its status has come. */
export async function beginningOf(answer: IncomingMessage, mostBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= mostBytes) break;
    }
  } catch {
    // Cut off, or slower than the time there is.
  }
  answer.destroy();
  return Buffer.concat(parts).toString('utf8');
}

/** Why no answer came. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message || error.name}`;
}
