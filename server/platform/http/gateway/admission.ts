import type { CallName } from '@slipway/contract/calls.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { getRequestAddress } from '../getRequestAddress.ts';
import type { Caller } from '../handlers.ts';
import {
  type Budget,
  createBudgets,
  createRateLimits,
  type RateLimitSettings,
  requireWithinLimit,
  toRateLimitClient,
} from '../limits/rateLimits.ts';

/** Identifies the caller of a request. */
export type CallerReader = {
  /** Returns the caller, without a session. */
  read(request: FastifyRequest, reply: FastifyReply): Caller;
  /** Adds the session, if the token and the caller's cookie together open one. */
  withSession(caller: Caller, authToken: string): Promise<Caller>;
  /** Returns true if the IP's country or the address itself is blocked. */
  isBanned(caller: Caller): boolean;
};

/** Calls that are answered even in unserved regions, so that the page can show the reason. */
const OPEN_TO_ALL_REGIONS: ReadonlySet<string> = new Set<CallName>(['getallcountry']);

/** Limit of order numbers not found, over all calls that take one: a caller with many misses is guessing numbers. */
const MISSED_ORDERS = { missedOrder: { points: 30, seconds: 60, shared: 'first' } } satisfies Record<string, Budget>;

/** Checks before every call of the pages and before the stream of an order's changes. */
export type Admission = {
  /** Returns the caller. Throws `too_many_requests` and `region_denied`. */
  admit(call: string, request: FastifyRequest, reply: FastifyReply, authToken?: string): Promise<Caller>;
  /** Runs a look-up and counts an `order_not_found` against the caller. Throws `too_many_requests` after too many. */
  lookUpOrder<Found>(caller: Pick<Caller, 'address'>, lookUp: () => Promise<Found>): Promise<Found>;
};

export function createAdmission(callers: CallerReader, settings: RateLimitSettings): Admission {
  const rateLimits = createRateLimits(settings);
  const missed = createBudgets(MISSED_ORDERS, settings);
  return {
    async admit(call, request, reply, authToken) {
      const address = getRequestAddress(request);
      requireWithinLimit(await rateLimits.take(call, address));
      const counting = rateLimits.takeShared(call, address);
      // The session is loaded meanwhile.
      const stranger = callers.read(request, reply);
      const caller = authToken ? await callers.withSession(stranger, authToken) : stranger;
      if (counting) requireWithinLimit(await counting);
      if (callers.isBanned(caller) && !OPEN_TO_ALL_REGIONS.has(call)) throw new AppError('region_denied');
      return caller;
    },

    async lookUpOrder(caller, lookUp) {
      const client = toRateLimitClient(caller.address);
      requireWithinLimit(await missed.peek('missedOrder', client));
      try {
        return await lookUp();
      } catch (error) {
        if (error instanceof AppError && error.key === 'order_not_found') await missed.take('missedOrder', client);
        throw error;
      }
    },
  };
}
