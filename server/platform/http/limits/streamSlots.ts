import { AppError } from '../appError.ts';
import { toRateLimitClient } from './rateLimits.ts';
import type { StreamPlaces } from './streamPlaces.ts';

/**
 * Maximum number of open streams: per client across all processes, and of all clients in this process, whose memory they use.
 */
export type StreamLimits = { readonly mostOfClient: number; readonly mostOfAll: number };

/** A buyer has one stream per tab; an office or a mobile network behind one IPv4 address has many buyers. */
export const STREAM_LIMITS: StreamLimits = { mostOfClient: 50, mostOfAll: 5000 };

/** When a refused client may retry: a stream ends with its page, so there is no better estimate. */
const WAIT_SECONDS = 30;

export type StreamSlots = {
  /** Takes a place and returns an idempotent function that frees it. Throws `too_many_requests` if there is none. */
  take(address: string): Promise<() => void>;
};

/** Creates the slots. Without `places`, a client's streams are counted only in this process. */
export function createStreamSlots({ mostOfClient, mostOfAll }: StreamLimits, places?: StreamPlaces): StreamSlots {
  const open = new Map<string, number>();
  let all = 0;

  function release(client: string): void {
    all -= 1;
    const remaining = (open.get(client) ?? 1) - 1;
    if (remaining === 0) open.delete(client);
    else open.set(client, remaining);
  }

  return {
    async take(address) {
      const client = toRateLimitClient(address);
      const own = open.get(client) ?? 0;
      if (own >= mostOfClient || all >= mostOfAll) throw new AppError('too_many_requests', { seconds: WAIT_SECONDS });
      open.set(client, own + 1);
      all += 1;
      const free = places ? await places.take(client, mostOfClient) : () => undefined;
      if (!free) {
        release(client);
        throw new AppError('too_many_requests', { seconds: WAIT_SECONDS });
      }
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        release(client);
        free();
      };
    },
  };
}
