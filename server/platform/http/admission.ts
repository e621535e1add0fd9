import type { CallName } from '@slipway/contract/calls.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './appError.ts';
import type { Caller } from './handlers.ts';
import {
  type Budget,
  clientOfAddress,
  createBudgets,
  createRateLimits,
  type RateLimitSettings,
  requireWithin,
} from './rateLimits.ts';
import { requestAddress } from './requestAddress.ts';

/** What must be known of whoever calls. */
export type CallerReader = {
  /** Without a session. */
  read(request: FastifyRequest, reply: FastifyReply): Caller;
  /** With the session that the token opens together with the caller's cookie, where it does. */
  withSession(caller: Caller, authToken: string): Promise<Caller>;
  /** By the place or the address of the IP. */
  isBanned(caller: Caller): boolean;
};

/** Calls that answer even from a region that is not served, so that the page can say so. */
const OPEN_TO_ALL_REGIONS: ReadonlySet<string> = new Set<CallName>(['getallcountry']);

/** Orders that there are not, over every call that takes an order's number: whoever asks for many tries numbers out. */
const MISSED_ORDERS = { missedOrder: { points: 30, seconds: 60, shared: 'first' } } satisfies Record<string, Budget>;

/** What stands before every call of the pages, and before the stream of an order's changes. */
export type Admission = {
  /** Who calls. Throws `too_many_requests`, and `region_denied`. */
  admit(call: string, request: FastifyRequest, reply: FastifyReply, authToken?: string): Promise<Caller>;
  /** Runs a look-up, and counts `order_not_found` as its caller's. Throws `too_many_requests` where there were too many. */
  lookingUpOrder<Found>(caller: Pick<Caller, 'address'>, lookUp: () => Promise<Found>): Promise<Found>;
};

export function createAdmission(callers: CallerReader, settings: RateLimitSettings): Admission {
  const rateLimits = createRateLimits(settings);
  const missed = createBudgets(MISSED_ORDERS, settings);
  return {
    async admit(call, request, reply, authToken) {
      const address = requestAddress(request);
      requireWithin(await rateLimits.take(call, address));
      const counting = rateLimits.takeShared(call, address);
      // The session is looked up meanwhile.
      const stranger = callers.read(request, reply);
      const caller = authToken ? await callers.withSession(stranger, authToken) : stranger;
      if (counting) requireWithin(await counting);
      if (callers.isBanned(caller) && !OPEN_TO_ALL_REGIONS.has(call)) throw new AppError('region_denied');
      return caller;
    },

    async lookingUpOrder(caller, lookUp) {
      const client = clientOfAddress(caller.address);
      requireWithin(await missed.look('missedOrder', client));
      try {
        return await lookUp();
      } catch (error) {
        if (error instanceof AppError && error.key === 'order_not_found') await missed.take('missedOrder', client);
        throw error;
      }
    },
  };
}
