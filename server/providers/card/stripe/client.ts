import Stripe from 'stripe';
import type { z } from 'zod';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { CardRefusal } from '../cardPort.ts';
import { paymentIntentSchema } from './answers.ts';
import { findStripeEnvironment } from './keyEnvironment.ts';
import type { StripeConfig } from './manifest.ts';
import { toCardErrorRefusal, toRequestErrorRefusal } from './refusals.ts';
import { createStripeBudget, type StripeBudget } from './stripeBudget.ts';

const TIMEOUT_MS = 20_000;
const RETRY_AFTER_MS = 2_000;
/** A person has to replace keys that Stripe rejects. */
const RETRY_AFTER_REFUSED_KEY_MS = 60_000;

/** Codes of errors by which a connection is not established, so that no request is sent. */
const CONNECTION_ERRORS: ReadonlySet<string> = new Set([
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

/** Returns the official client for the configured address. Jobs retry, never the client. */
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
    httpClient: createUnrepeatingHttpClient(createBudgetFor(config)),
  });
}

/** Returns the budget of the account; undefined for an address other than Stripe's, such as the sandbox's. */
function createBudgetFor({ secretKey, apiUrl }: Pick<StripeConfig, 'secretKey' | 'apiUrl'>): StripeBudget | undefined {
  if (!new URL(apiUrl).hostname.endsWith('.stripe.com')) return undefined;
  return createStripeBudget(findStripeEnvironment(secretKey) === 'live' ? 'live' : 'test');
}

/**
 * Stripe's client repeats a request once if its connection was closed, even with retries off, and reports only the error
 * of the repetition. If that connection is refused, the error hides that Stripe may have executed the first request.
 * The client recognizes a closed connection by the error's code, so the error is replaced by one without a code.
 */
function createUnrepeatingHttpClient(budget: StripeBudget | undefined): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const request = client.makeRequest.bind(client);
  client.makeRequest = (...parameters) => {
    const [, , path, method] = parameters;
    const send = () => request(...parameters);
    return (budget ? budget(method, path, send) : send()).catch((cause: unknown) => {
      const code = getErrorCode(cause);
      if (code === 'ECONNRESET' || code === 'EPIPE') throw new Error(`connection closed (${code})`, { cause });
      throw cause;
    });
  };
  return client;
}

/** Kind of call: it determines the outcome of a failure. */
export type CallKind =
  /** Reads change nothing: every failure may be retried. */
  | 'read'
  /** Once the request may have been sent, only a query shows its result. */
  | 'act'
  /** As `act`; an error about the amount means that it exceeds the captured amount. */
  | 'refund';

/**
 * Makes a call, and maps its answer through the schema and `translate`: `pending` if `translate` returns undefined. Never
 * throws for errors of Stripe.
 */
export async function callStripe<Schema extends z.ZodType, Value>(
  kind: CallKind,
  schema: Schema,
  call: () => Promise<unknown>,
  translate: (answer: z.output<Schema>) => Value | undefined,
): Promise<Outcome<Value, CardRefusal>> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    return toErrorOutcome(kind, error);
  }
  const parsed = schema.safeParse(answer);
  if (!parsed.success)
    return toLostOutcome(kind, `an answer of an unexpected form: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  const value = translate(parsed.data);
  return value === undefined ? { kind: 'pending' } : ok(value);
}

/** Maps an error of Stripe's client (docs.stripe.com/error-low-level); rethrows any other error. */
export function toErrorOutcome(kind: CallKind, error: unknown): Outcome<never, CardRefusal> {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const detail = describeStripeError(error);
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const code = getErrorCode(error.detail);
    if (code === 'BUDGET_SPENT') return { ...buildUnavailable(detail, RETRY_AFTER_MS), cause: 'budget' };
    return code !== undefined && CONNECTION_ERRORS.has(code)
      ? buildUnavailable(detail, RETRY_AFTER_MS)
      : toLostOutcome(kind, detail);
  }
  // Stripe checks its rate limit, the key and the key's permissions before it processes the request.
  if (error instanceof Stripe.errors.StripeRateLimitError) return buildUnavailable(detail, readRetryAfterMs(error));
  if (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  ) {
    return buildUnavailable(detail, RETRY_AFTER_REFUSED_KEY_MS);
  }
  if (error instanceof Stripe.errors.StripeCardError) return refused(toCardErrorRefusal(error), detail);
  // The idempotency key was used before with other parameters. That request may have been executed
  // (docs.stripe.com/api/idempotent_requests), so this is not a refusal of the card.
  if (error instanceof Stripe.errors.StripeIdempotencyError) return toLostOutcome(kind, detail);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    const intent = paymentIntentSchema.pick({ status: true, cancellation_reason: true });
    const refusal = toRequestErrorRefusal(
      { code: error.code, param: error.param, paymentIntent: intent.safeParse(error.payment_intent).data },
      kind === 'refund' ? 'refund' : 'other',
    );
    return refused(refusal, detail);
  }
  // 5xx, or 409 while another request with the same key is in progress: the request may have been executed.
  return toLostOutcome(kind, detail);
}

/** Maps a refused read to `not_found`: reads are refused only for unknown ids. */
export function mapRefusedToNotFound<Value>(outcome: Outcome<Value, CardRefusal>): Outcome<Value, 'not_found'> {
  return outcome.kind === 'refused' ? refused('not_found', outcome.detail) : outcome;
}

export function refuseInexactAmount(currency: string): Outcome<never, CardRefusal> {
  return refused('invalid_request', `Stripe cannot represent this amount of ${currency} exactly`);
}

export function isNotFoundError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

function toLostOutcome(kind: CallKind, detail: string): Outcome<never> {
  return kind === 'read' ? buildUnavailable(detail, RETRY_AFTER_MS) : { kind: 'unknown', detail };
}

function buildUnavailable(detail: string, retryAfterMs: number) {
  return { kind: 'unavailable', retryAfterMs, detail } as const;
}

function readRetryAfterMs(error: { headers?: Record<string, string> | undefined }): number {
  const seconds = Number(error.headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : RETRY_AFTER_MS;
}

/**
 * Returns the text for logs: codes, Stripe's request id and its message, which never contains a card number or a key.
 */
function describeStripeError(error: InstanceType<typeof Stripe.errors.StripeError>): string {
  const parts = [error.type, error.code, error.decline_code, error.payment_intent?.id, error.requestId];
  return `${parts.filter((part) => part !== undefined && part !== '').join(' ')}: ${error.message}`;
}

function getErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
