import {
  type BudgetClock,
  type BudgetState,
  type CallBudget,
  type CallPriority,
  createCallBudget,
} from '../../callBudget.ts';
import { openExchange } from './exchange.ts';
import { ENGINE_COST_OF_ORDER, KRAKEN_ENGINE_LIMITS, KRAKEN_REST_LIMITS, restCost, spendable } from './krakenLimits.ts';
import { errors } from './library.ts';
import type { TradingVenueConfig } from './manifest.ts';

export type Parameters = Readonly<Record<string, string>>;

/** Other processes with the same key give nonces too, some milliseconds before or after ours. */
const NONCE_TRIES = 3;

export type PrivateCallsConfig = Pick<TradingVenueConfig, 'apiUrl' | 'apiKey' | 'apiSecret' | 'tier'> & {
  /** The time by which the budgets are refilled; a test's own. */
  readonly budgetClock?: BudgetClock | undefined;
};

export type Ask = (method: string, priority: () => CallPriority, parameters: () => Parameters) => Promise<unknown>;

/** Kraken's private calls: signed by ccxt, within the budget of the account's tier, one at a time. */
export function createPrivateCalls({ apiUrl, apiKey, apiSecret, tier, budgetClock }: PrivateCallsConfig) {
  const api = openExchange('kraken', {
    apiUrl,
    apiKey,
    secret: apiSecret,
    enableRateLimit: false,
    nonce: risingNonce(),
  });
  const budget = createCallBudget(spendable(KRAKEN_REST_LIMITS[tier]), budgetClock);
  const engineBudgets = new Map<string, CallBudget>();

  function engineBudget(pair: string): CallBudget {
    const known = engineBudgets.get(pair) ?? createCallBudget(spendable(KRAKEN_ENGINE_LIMITS[tier]), budgetClock);
    engineBudgets.set(pair, known);
    return known;
  }

  /**
   * One at a time, since Kraken refuses a nonce that comes after a greater one. Parameters are asked for when all waiting is
   * over; nothing is sent without them.
   */
  const call = (
    method: string,
    priority: () => CallPriority,
    parameters: () => Parameters | Promise<Parameters | undefined>,
  ): Promise<unknown> => {
    return budget.run(restCost(method), priority, async () => {
      const given = await parameters();
      try {
        return await (given && api.request(method, 'private', 'POST', given));
      } catch (error) {
        if (restCost(method) > 0 && error instanceof errors.RateLimitExceeded) budget.markSpent();
        throw error;
      }
    });
  };

  /**
   * What may be done twice. A nonce is looked at before anything else: what it was refused for has not been done, and the
   * next one is higher (support.kraken.com/articles/360001148063).
   */
  const ask: Ask = async (method, priority, parameters) => {
    for (let tries = 1; ; tries++) {
      try {
        return await call(method, priority, parameters);
      } catch (error) {
        if (!(error instanceof errors.InvalidNonce) || tries === NONCE_TRIES) throw error;
      }
    }
  };

  return {
    call,
    ask,
    /** Resolves when the trading engine takes another order of the pair. */
    takeEngine: (pair: string) =>
      engineBudget(pair).run(
        ENGINE_COST_OF_ORDER,
        () => 'start',
        async () => undefined,
      ),
    budget: (): BudgetState => budget.state(),
    stop(): void {
      for (const each of [budget, ...engineBudgets.values()]) each.stop();
    },
  };
}

/** Milliseconds, and always more than before: two calls in one millisecond would share a nonce. */
function risingNonce(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return last;
  };
}
