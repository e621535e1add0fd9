import { BudgetSpentError } from '../../callBudget.ts';
import type { Outcome } from '../../outcome.ts';
import type { VenueWithdrawal, WithdrawRefusal } from '../venueAccount.ts';
import type { Execution, ExecutionRefusal } from '../venuePort.ts';
import { errors } from './library.ts';

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
} = errors;

type Unavailable = Extract<Outcome<never>, { kind: 'unavailable' }>;
type Unknown = Extract<Outcome<never>, { kind: 'unknown' }>;
type Refused = { readonly kind: 'refused'; readonly reason: ExecutionRefusal; readonly detail: string };

const RETRY_MS = 2_000;
const RATE_LIMITED_RETRY_MS = 15_000;

/** Kraken's words for an order that it did not take and never will (docs.kraken.com/exchange/guides/spot/errors). */
const KRAKEN_REFUSALS: readonly (readonly [word: string, reason: ExecutionRefusal])[] = [
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

/** Kraken's words for an order that it did not take this time. */
const KRAKEN_NOT_NOW: readonly (readonly [word: string, retryAfterMs: number])[] = [
  // A deadline that it does not take is a machine's clock that is wrong, not an order that is.
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

const CLASS_NOT_NOW: readonly (readonly [ErrorClass, number])[] = [
  [InvalidNonce, RETRY_MS],
  [RateLimitExceeded, RATE_LIMITED_RETRY_MS],
  [DDoSProtection, RATE_LIMITED_RETRY_MS],
];

/** No connection came about, so the request cannot have arrived. */
const NEVER_LEFT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT/;

/** A call that changes nothing: whatever went wrong, it may be asked again. */
export function unavailable(error: unknown): Unavailable {
  const retryAfterMs = valueFor(CLASS_NOT_NOW, error) ?? RETRY_MS;
  return { kind: 'unavailable', retryAfterMs, detail: describe(error), ...(isBudgetSpent(error) && OF_BUDGET) };
}

const OF_BUDGET = { cause: 'budget' } as const;

/** Whether a limit of calls is the cause: ours, which keeps within Kraken's, or Kraken's own. */
function isBudgetSpent(error: unknown): boolean {
  return error instanceof BudgetSpentError || error instanceof RateLimitExceeded || error instanceof DDoSProtection;
}

/** An order whose request may have left: only an explicit word says that it was not taken. */
export function refusedOrUnknown(error: unknown): Refused | Unavailable | Unknown {
  const detail = describe(error);
  const words = krakenWords(detail);
  const retryAfterMs = valueForWord(KRAKEN_NOT_NOW, words) ?? valueFor(CLASS_NOT_NOW, error);
  if (retryAfterMs !== undefined)
    return { kind: 'unavailable', retryAfterMs, detail, ...(isBudgetSpent(error) && OF_BUDGET) };
  const reason = valueForWord(KRAKEN_REFUSALS, words) ?? valueFor(CLASS_REFUSALS, error);
  if (reason !== undefined) return { kind: 'refused', reason, detail };
  if (NEVER_LEFT.test(detail)) return { kind: 'unavailable', retryAfterMs: RETRY_MS, detail };
  return { kind: 'unknown', detail };
}

/** `pending` is accepted and not yet in the book. An immediate order that ends short of its amount is `canceled`. */
export const KRAKEN_STATUSES: Readonly<Record<string, Execution['status']>> = {
  pending: 'open',
  open: 'open',
  closed: 'closed',
  canceled: 'canceled',
  expired: 'canceled',
};

/** Kraken's errors are `E` or `W`, a category, a colon and a text. */
function krakenWords(text: string): string[] {
  return Array.from(text.matchAll(/"(E[A-Za-z]+:[^"]+)"/g), (match) => match[1] ?? '');
}

function valueForWord<Value>(
  table: readonly (readonly [string, Value])[],
  words: readonly string[],
): Value | undefined {
  return table.find(([word]) => words.some((given) => given.startsWith(word)))?.[1];
}

function valueFor<Value>(table: readonly (readonly [ErrorClass, Value])[], error: unknown): Value | undefined {
  return table.find(([errorClass]) => error instanceof errorClass)?.[1];
}

/** For logs: what ccxt says holds the address and the answer, never a key. */
export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unexpected failure';
}

/** Whether Kraken said that no open order has the id: it has ended, or has never been. */
export function isOrderUnknown(error: unknown): boolean {
  return krakenWords(describe(error)).some((word) => word.startsWith('EOrder:Unknown order'));
}

/** Whether Kraken said that it does not take the key, as opposed to anything that may pass. */
export function isRefusedKey(error: unknown): boolean {
  return error instanceof Error && /EAPI:Invalid (?:key|signature)|EGeneral:Permission denied/.test(error.message);
}

/** Kraken's words for a withdrawal that it did not take and never will. */
const WITHDRAW_REFUSALS: readonly (readonly [word: string, reason: WithdrawRefusal])[] = [
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

/** Of a withdrawal whose request may have left: only an explicit word in the table says that it was not taken. */
export function withdrawalRefused(
  error: unknown,
): { readonly kind: 'refused'; readonly reason: WithdrawRefusal; readonly detail: string } | Unavailable | Unknown {
  const detail = describe(error);
  const words = krakenWords(detail);
  const retryAfterMs = valueForWord(KRAKEN_NOT_NOW, words);
  if (retryAfterMs !== undefined) return { kind: 'unavailable', retryAfterMs, detail };
  const reason = valueForWord(WITHDRAW_REFUSALS, words);
  if (reason !== undefined) return { kind: 'refused', reason, detail };
  if (NEVER_LEFT.test(detail)) return { kind: 'unavailable', retryAfterMs: RETRY_MS, detail };
  return { kind: 'unknown', detail };
}

/** IFEX's transaction states; any other word may still become either. */
export const KRAKEN_WITHDRAWALS: Readonly<Record<string, VenueWithdrawal['status']>> = {
  Success: 'sent',
  Failure: 'failed',
};
