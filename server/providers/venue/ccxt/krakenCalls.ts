import { createCallAllowance, type Urgency } from './callAllowance.ts';
import { createCallTurns } from './callTurns.ts';
import { openExchange } from './exchange.ts';
import { errors } from './library.ts';
import type { TradingVenueConfig } from './manifest.ts';

export type Parameters = Readonly<Record<string, string>>;

/** How many private calls Kraken remembers before it refuses more, in the first tier. */
const PRIVATE_BURST = 15;

/**
 * What a private call counts; orders have a limit of their own (docs.kraken.com/exchange/guides/rest/ratelimits). Each key
 * has a count of its own.
 */
const PRIVATE_COSTS: Readonly<Record<string, number>> = { AddOrder: 0, CancelOrder: 0, Ledgers: 2, TradesHistory: 2 };

/** Other processes with the same key give nonces too, some milliseconds before or after ours. */
const NONCE_TRIES = 3;

export type PrivateCallsConfig = Pick<TradingVenueConfig, 'apiUrl' | 'apiKey' | 'apiSecret' | 'privateCallEveryMs'>;

/** Kraken's private calls: signed by ccxt, within the allowance, one at a time. */
export function createPrivateCalls({ apiUrl, apiKey, apiSecret, privateCallEveryMs }: PrivateCallsConfig) {
  const api = openExchange('kraken', {
    apiUrl,
    apiKey,
    secret: apiSecret,
    enableRateLimit: false,
    nonce: risingNonce(),
  });
  const allowance = createCallAllowance(PRIVATE_BURST, privateCallEveryMs);
  const inTurn = createCallTurns();

  /**
   * One at a time, since Kraken refuses a nonce that comes after a greater one. Parameters are asked for when all waiting is
   * over; nothing is sent without them.
   */
  const call = async (
    method: string,
    urgency: Urgency,
    parameters: () => Parameters | Promise<Parameters | undefined>,
  ): Promise<unknown> => {
    await allowance.take(PRIVATE_COSTS[method] ?? 1, urgency);
    return inTurn(urgency, async () => {
      const given = await parameters();
      return given && api.request(method, 'private', 'POST', given);
    });
  };

  /**
   * What may be done twice. A nonce is looked at before anything else: what it was refused for has not been done, and the
   * next one is higher (support.kraken.com/articles/360001148063).
   */
  const ask = async (method: string, urgency: Urgency, parameters: Parameters): Promise<unknown> => {
    for (let tries = 1; ; tries++) {
      try {
        return await call(method, urgency, () => parameters);
      } catch (error) {
        if (!(error instanceof errors.InvalidNonce) || tries === NONCE_TRIES) throw error;
      }
    }
  };

  return { call, ask };
}

/** Milliseconds, and always more than before: two calls in one millisecond would share a nonce. */
function risingNonce(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return last;
  };
}
