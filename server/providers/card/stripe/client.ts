import Stripe from 'stripe';
import type { z } from 'zod';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { CardRefusal } from '../cardPort.ts';
import { paymentIntentAnswer } from './answers.ts';
import type { StripeConfig } from './manifest.ts';
import { refusalOfCardError, refusalOfRequestError } from './refusals.ts';

const TIMEOUT_MS = 20_000;
const RETRY_AFTER_MS = 2_000;
/** Keys that Stripe refuses need a person. */
const RETRY_AFTER_REFUSED_KEY_MS = 60_000;

/** The connection never came to be, so that nothing was asked. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The official client, pointed at the configured address. Retries are the jobs', never the client's. */
export function createStripeClient(config: Pick<StripeConfig, 'secretKey' | 'apiUrl'>): Stripe {
  const url = new URL(config.apiUrl);
  const secure = url.protocol === 'https:';
  return new Stripe(config.secretKey, {
    host: url.hostname,
    port: url.port || (secure ? 443 : 80),
    protocol: secure ? 'https' : 'http',
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    httpClient: createUnrepeatingHttpClient(),
  });
}

/**
 * The client repeats a request whose connection closed even with retries off, and then tells only of the repetition: a
 * refused connection would hide that the first request may have been carried out. So such an error loses its code here.
 */
function createUnrepeatingHttpClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const request = client.makeRequest.bind(client);
  client.makeRequest = (...request_) =>
    request(...request_).catch((cause: unknown) => {
      const code = codeOf(cause);
      if (code === 'ECONNRESET' || code === 'EPIPE') throw new Error(`connection closed (${code})`, { cause });
      throw cause;
    });
  return client;
}

/** What kind of call failed decides what its failure means. */
export type CallKind =
  /** Reads change nothing: any failure is worth another try. */
  | 'read'
  /** Once it may have left, only asking tells what became of it. */
  | 'act'
  | 'refund';

/** Makes a call and takes its answer through the schema and the table; never throws for anything that Stripe does. */
export async function ask<Schema extends z.ZodType, Value>(
  kind: CallKind,
  schema: Schema,
  call: () => Promise<unknown>,
  translate: (answer: z.output<Schema>) => Value | undefined,
): Promise<Outcome<Value, CardRefusal>> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    return outcomeOfError(kind, error);
  }
  const parsed = schema.safeParse(answer);
  if (!parsed.success) return lost(kind, `an answer of another shape: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  const value = translate(parsed.data);
  return value === undefined ? { kind: 'pending' } : ok(value);
}

/** docs.stripe.com/error-low-level */
export function outcomeOfError(kind: CallKind, error: unknown): Outcome<never, CardRefusal> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const detail = describe(error);
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const code = codeOf(error.detail);
    return code !== undefined && NEVER_SENT.has(code) ? unavailable(detail, RETRY_AFTER_MS) : lost(kind, detail);
  }
  // Both come before Stripe looks at the request.
  if (error instanceof Stripe.errors.StripeRateLimitError) return unavailable(detail, pauseAskedFor(error));
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    return unavailable(detail, RETRY_AFTER_REFUSED_KEY_MS);
  }
  if (error instanceof Stripe.errors.StripeCardError) return refused(refusalOfCardError(error), detail);
  // The key was used before, with other parameters: what was asked then may have been carried out
  // (docs.stripe.com/api/idempotent_requests), so that this is no word about a card.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return lost(kind, detail);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    const intent = paymentIntentAnswer.pick({ status: true, cancellation_reason: true });
    const refusal = refusalOfRequestError(
      { code: error.code, param: error.param, paymentIntent: intent.safeParse(error.payment_intent).data },
      kind === 'refund' ? 'refund' : 'other',
    );
    return refused(refusal, detail);
  }
  // 5xx, and 409 while another request with the same key is under way: it may have been, or be being, carried out.
  return lost(kind, detail);
}

/** A read is refused only for an id that Stripe does not know. */
export function orNotFound<Value>(outcome: Outcome<Value, CardRefusal>): Outcome<Value, 'not_found'> {
  return outcome.kind === 'refused' ? refused('not_found', outcome.detail) : outcome;
}

export function cannotCarry(currency: string): Outcome<never, CardRefusal> {
  return refused('invalid_request', `Stripe cannot carry this amount of ${currency} exactly`);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

function lost(kind: CallKind, detail: string): Outcome<never> {
  return kind === 'read' ? unavailable(detail, RETRY_AFTER_MS) : { kind: 'unknown', detail };
}

function unavailable(detail: string, retryAfterMs: number): Outcome<never> {
  return { kind: 'unavailable', retryAfterMs, detail };
}

function pauseAskedFor(error: { headers?: Record<string, string> | undefined }): number {
  const seconds = Number(error.headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : RETRY_AFTER_MS;
}

/** For logs: codes and Stripe's request id, and its message, which never holds a card number or a key. */
function describe(error: InstanceType<typeof Stripe.errors.StripeError>): string {
  const words = [error.type, error.code, error.decline_code, error.payment_intent?.id, error.requestId];
  return `${words.filter((word) => word !== undefined && word !== '').join(' ')}: ${error.message}`;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
