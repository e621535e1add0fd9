import {
  type BudgetClock,
  type BudgetState,
  type CallBudget,
  type CallPriority,
  createCallBudget,
} from '../../callBudget.ts';
import { openExchange } from './exchange.ts';
import {
  ENGINE_COST_OF_ORDER,
  getRestCost,
  KRAKEN_ENGINE_LIMITS,
  KRAKEN_REST_LIMITS,
  subtractReserve,
} from './krakenLimits.ts';
import { ccxtErrors } from './library.ts';
import type { TradingVenueConfig } from './manifest.ts';

export type Parameters = Readonly<Record<string, string>>;

/** Attempts of a call whose nonce is rejected: other processes with the same key may have sent a higher one. */
const NONCE_TRIES = 3;

export type PrivateCallsConfig = Pick<TradingVenueConfig, 'apiUrl' | 'apiKey' | 'apiSecret' | 'tier'> & {
  /** Clock of the budgets, for tests. */
  readonly budgetClock?: BudgetClock | undefined;
};

export type PrivateCall = (
  method: string,
  priority: () => CallPriority,
  parameters: () => Parameters,
) => Promise<unknown>;

/** Creates Kraken's private calls: signed by ccxt, within the budget of the account's tier, one at a time. */
export function createPrivateCalls({ apiUrl, apiKey, apiSecret, tier, budgetClock }: PrivateCallsConfig) {
  const api = openExchange('kraken', {
    apiUrl,
    apiKey,
    secret: apiSecret,
    enableRateLimit: false,
    nonce: createNonceSource(),
  });
  const budget = createCallBudget(subtractReserve(KRAKEN_REST_LIMITS[tier]), budgetClock);
  const engineBudgets = new Map<string, CallBudget>();

  function engineBudget(pair: string): CallBudget {
    const known = engineBudgets.get(pair) ?? createCallBudget(subtractReserve(KRAKEN_ENGINE_LIMITS[tier]), budgetClock);
    engineBudgets.set(pair, known);
    return known;
  }

  /**
   * Makes one call at a time, since Kraken rejects a nonce lower than a previous one. `parameters` is called right
   * before sending; if it returns undefined, nothing is sent.
   */
  const call = (
    method: string,
    priority: () => CallPriority,
    parameters: () => Parameters | Promise<Parameters | undefined>,
  ): Promise<unknown> => {
    return budget.run(getRestCost(method), priority, async () => {
      const given = await parameters();
      try {
        return await (given && api.request(method, 'private', 'POST', given));
      } catch (error) {
        if (getRestCost(method) > 0 && isOverLimit(error)) budget.markSpent();
        throw error;
      }
    });
  };

  /**
   * Makes a call that may be repeated. Kraken checks the nonce first: a call rejected for it was not carried out, and
   * the next nonce is higher (support.kraken.com/articles/360001148063).
   */
  const callWithRetry: PrivateCall = async (method, priority, parameters) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call(method, priority, parameters);
      } catch (error) {
        if (!(error instanceof ccxtErrors.InvalidNonce) || tries === NONCE_TRIES) throw error;
      }
    }
  };

  return {
    call,
    callWithRetry,
    /** Resolves when the limit of the trading engine allows another order of the pair. */
    takeEngineSlot: (pair: string) => engineBudget(pair).take(ENGINE_COST_OF_ORDER, 'start'),
    budget: (): BudgetState => budget.state(),
    stop(): void {
      for (const each of [budget, ...engineBudgets.values()]) each.stop();
    },
  };
}

/**
 * The library maps `EAPI:Rate limit exceeded` to one class and the HTTP status 429 to the other. Kraken also counts
 * rejected calls: a process that does not pause, for example after a restart, would be rejected forever.
 */
function isOverLimit(error: unknown): boolean {
  return error instanceof ccxtErrors.DDoSProtection || error instanceof ccxtErrors.RateLimitExceeded;
}

/** Creates a source of increasing milliseconds: two calls in one millisecond would otherwise share a nonce. */
function createNonceSource(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return last;
  };
}
