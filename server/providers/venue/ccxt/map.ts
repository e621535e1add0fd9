import { BudgetSpentError } from '../../callBudget.ts';
import type { Outcome } from '../../outcome.ts';
import type { VenueWithdrawal, WithdrawRefusal } from '../venueAccount.ts';
import type { Execution, ExecutionRefusal } from '../venuePort.ts';
import { ccxtErrors } from './library.ts';

const {
  AuthenticationError,
  BadRequest,
  DDoSProtection,
  InsufficientFunds,
  InvalidNonce,
  InvalidOrder,
  MarketClosed,
  OnMaintenance,
  RateLimitExceeded,
  RestrictedLocation,
} = ccxtErrors;

type Unavailable = Extract<Outcome<never>, { kind: 'unavailable' }>;
type Unknown = Extract<Outcome<never>, { kind: 'unknown' }>;
type Refused = { readonly kind: 'refused'; readonly reason: ExecutionRefusal; readonly detail: string };

const RETRY_MS = 2_000;
const RATE_LIMITED_RETRY_MS = 15_000;

/** Kraken's errors for an order that it has rejected finally (docs.kraken.com/exchange/guides/spot/errors). */
const KRAKEN_REFUSALS: readonly (readonly [error: string, reason: ExecutionRefusal])[] = [
  ['EOrder:Insufficient funds', 'insufficient_funds'],
  ['EOrder:Order minimum not met', 'below_minimum'],
  ['EOrder:Cost minimum not met', 'below_minimum'],
  ['EGeneral:Invalid arguments:volume minimum not met', 'below_minimum'],
  ['EOrder:Tick size check failed', 'invalid_request'],
  ['EOrder:Invalid price', 'invalid_request'],
  ['EGeneral:Invalid arguments', 'invalid_request'],
  ['EQuery:Unknown asset pair', 'invalid_request'],
  ['EQuery:Invalid asset pair', 'invalid_request'],
  ['EService:Market in post_only mode', 'market_closed'],
  ['EService:Market in cancel_only mode', 'market_closed'],
  ['EService:Market in limit_only mode', 'market_closed'],
  ['EGeneral:Permission denied', 'not_permitted'],
  ['EAPI:Invalid key', 'not_permitted'],
  ['EAPI:Invalid signature', 'not_permitted'],
  ['EAccount:Invalid permissions', 'not_permitted'],
  ['EOrder:Trading agreement required', 'not_permitted'],
  ['ETrade:Locked', 'not_permitted'],
  ['ETrade:User Locked', 'not_permitted'],
];

/** Kraken's errors for an order or withdrawal that was not executed and may be retried. */
const KRAKEN_RETRY_DELAYS: readonly (readonly [error: string, retryAfterMs: number])[] = [
  // A rejected deadline means that the machine's clock is wrong, not the order.
  ['EGeneral:Invalid arguments:deadline', RETRY_MS],
  ['EService:Deadline elapsed', RETRY_MS],
  ['EAPI:Invalid nonce', RETRY_MS],
  ['EAPI:Rate limit exceeded', RATE_LIMITED_RETRY_MS],
  ['EOrder:Rate limit exceeded', RATE_LIMITED_RETRY_MS],
  ['EOrder:Orders limit exceeded', RATE_LIMITED_RETRY_MS],
  ['EGeneral:Too many requests', RATE_LIMITED_RETRY_MS],
  ['EGeneral:Temporary lockout', 900_000],
];

type ErrorClass = abstract new (...given: never[]) => Error;

const CLASS_REFUSALS: readonly (readonly [ErrorClass, ExecutionRefusal])[] = [
  [InsufficientFunds, 'insufficient_funds'],
  [MarketClosed, 'market_closed'],
  [OnMaintenance, 'market_closed'],
  [RestrictedLocation, 'not_permitted'],
  [AuthenticationError, 'not_permitted'],
  [InvalidOrder, 'invalid_request'],
  [BadRequest, 'invalid_request'],
];

const CLASS_RETRY_DELAYS: readonly (readonly [ErrorClass, number])[] = [
  [InvalidNonce, RETRY_MS],
  [RateLimitExceeded, RATE_LIMITED_RETRY_MS],
  [DDoSProtection, RATE_LIMITED_RETRY_MS],
];

/** No connection was established, so the request cannot have arrived. */
const CONNECTION_ERROR = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/;

/** Maps the error of a call that may be repeated: it has no side effects, cancels an order, or was not sent. */
export function toUnavailable(error: unknown): Unavailable {
  const retryAfterMs = findByErrorClass(CLASS_RETRY_DELAYS, error) ?? RETRY_MS;
  return { kind: 'unavailable', retryAfterMs, detail: describeError(error), ...(isBudgetSpent(error) && BUDGET_CAUSE) };
}

const BUDGET_CAUSE = { cause: 'budget' } as const;

/**
 * Returns true if a call limit is the cause: the product's budget, which stays within Kraken's limit, or Kraken's own.
 */
function isBudgetSpent(error: unknown): boolean {
  return error instanceof BudgetSpentError || error instanceof RateLimitExceeded || error instanceof DDoSProtection;
}

/**
 * Maps the error of an order whose request may have been sent: only an explicit error, or a connection that was not
 * established, proves that it was not accepted.
 */
export function toOrderFailure(error: unknown): Refused | Unavailable | Unknown {
  const detail = describeError(error);
  const errorTexts = findKrakenErrors(detail);
  const retryAfterMs =
    findByKrakenError(KRAKEN_RETRY_DELAYS, errorTexts) ?? findByErrorClass(CLASS_RETRY_DELAYS, error);
  if (retryAfterMs !== undefined)
    return { kind: 'unavailable', retryAfterMs, detail, ...(isBudgetSpent(error) && BUDGET_CAUSE) };
  const reason = findByKrakenError(KRAKEN_REFUSALS, errorTexts) ?? findByErrorClass(CLASS_REFUSALS, error);
  if (reason !== undefined) return { kind: 'refused', reason, detail };
  if (CONNECTION_ERROR.test(detail)) return { kind: 'unavailable', retryAfterMs: RETRY_MS, detail };
  return { kind: 'unknown', detail };
}

/** `pending` is accepted and not in the book yet. An immediate order that ends short of its amount is `canceled`. */
export const KRAKEN_STATUSES: Readonly<Record<string, Execution['status']>> = {
  pending: 'open',
  open: 'open',
  closed: 'closed',
  canceled: 'canceled',
  expired: 'canceled',
};

/** Returns Kraken's errors in a text: `E`, a category, a colon and a description. */
function findKrakenErrors(text: string): string[] {
  return Array.from(text.matchAll(/"(E[A-Za-z]+:[^"]+)"/g), (match) => match[1] ?? '');
}

function findByKrakenError<Value>(
  table: readonly (readonly [string, Value])[],
  errorTexts: readonly string[],
): Value | undefined {
  return table.find(([prefix]) => errorTexts.some((given) => given.startsWith(prefix)))?.[1];
}

function findByErrorClass<Value>(table: readonly (readonly [ErrorClass, Value])[], error: unknown): Value | undefined {
  return table.find(([errorClass]) => error instanceof errorClass)?.[1];
}

/** Returns the text for logs: ccxt's message has the URL and the answer, never a key. */
export function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unexpected failure';
}

/** Returns true if Kraken reports that no open order has the id: it has ended, or never existed. */
export function isOrderUnknown(error: unknown): boolean {
  return findKrakenErrors(describeError(error)).some((errorText) => errorText.startsWith('EOrder:Unknown order'));
}

/** Returns true if Kraken rejects the key, as opposed to a temporary error. */
export function isKeyRejected(error: unknown): boolean {
  return error instanceof Error && /EAPI:Invalid (?:key|signature)|EGeneral:Permission denied/.test(error.message);
}

/** Kraken's errors for a withdrawal that it has rejected finally. */
const KRAKEN_WITHDRAW_REFUSALS: readonly (readonly [error: string, reason: WithdrawRefusal])[] = [
  ['EFunding:Insufficient funds', 'insufficient_funds'],
  ['EFunding:Unknown withdraw key', 'address_not_known'],
  ['EFunding:Invalid amount', 'invalid_request'],
  ['EFunding:Invalid asset', 'invalid_request'],
  ['EFunding:Below minimum', 'below_minimum'],
  ['EFunding:No funding method', 'invalid_request'],
  ['EGeneral:Permission denied', 'not_permitted'],
  ['EGeneral:Invalid arguments', 'invalid_request'],
  ['EAPI:Invalid key', 'not_permitted'],
  ['EAPI:Invalid signature', 'not_permitted'],
  ['EAccount:Invalid permissions', 'not_permitted'],
];

/**
 * Maps the error of a withdrawal whose request may have been sent: only an error in a table, or a connection that was
 * not established, proves that it was not accepted.
 */
export function toWithdrawalFailure(
  error: unknown,
): { readonly kind: 'refused'; readonly reason: WithdrawRefusal; readonly detail: string } | Unavailable | Unknown {
  const detail = describeError(error);
  const errorTexts = findKrakenErrors(detail);
  const retryAfterMs = findByKrakenError(KRAKEN_RETRY_DELAYS, errorTexts);
  if (retryAfterMs !== undefined) return { kind: 'unavailable', retryAfterMs, detail };
  const reason = findByKrakenError(KRAKEN_WITHDRAW_REFUSALS, errorTexts);
  if (reason !== undefined) return { kind: 'refused', reason, detail };
  if (CONNECTION_ERROR.test(detail)) return { kind: 'unavailable', retryAfterMs: RETRY_MS, detail };
  return { kind: 'unknown', detail };
}

/** Kraken's final states of a withdrawal. One in any other state may still be sent or fail. */
export const KRAKEN_WITHDRAWAL_STATUSES: Readonly<Record<string, VenueWithdrawal['status']>> = {
  Success: 'sent',
  Failure: 'failed',
};
