import { AppError } from './appError.ts';
import { clientOfAddress } from './rateLimits.ts';
import type { StreamPlaces } from './streamPlaces.ts';

/** How many streams may be open at once: of a client in all processes together, of all clients in this one, whose memory they take. */
export type StreamLimits = { readonly mostOfClient: number; readonly mostOfAll: number };

/** A buyer has one for each tab; an office, or a mobile network behind one IPv4 address, has many buyers. */
export const STREAM_LIMITS: StreamLimits = { mostOfClient: 50, mostOfAll: 5000 };

/** When who was refused may ask again: a stream ends when its page does, so nothing says it better. */
const WAIT_SECONDS = 30;

export type StreamSlots = {
  /** Takes a place, and gives the way to free it, once. Throws `too_many_requests` where there is none. */
  take(address: string): Promise<() => void>;
};

/** Without `places` of all processes, a client's are those of this one. */
export function createStreamSlots({ mostOfClient, mostOfAll }: StreamLimits, places?: StreamPlaces): StreamSlots {
  const open = new Map<string, number>();
  let all = 0;

  function leave(client: string): void {
    all -= 1;
    const left = (open.get(client) ?? 1) - 1;
    if (left === 0) open.delete(client);
    else open.set(client, left);
  }

  return {
    async take(address) {
      const client = clientOfAddress(address);
      const own = open.get(client) ?? 0;
      if (own >= mostOfClient || all >= mostOfAll) throw new AppError('too_many_requests', { seconds: WAIT_SECONDS });
      open.set(client, own + 1);
      all += 1;
      const free = places ? await places.take(client, mostOfClient) : () => undefined;
      if (!free) {
        leave(client);
        throw new AppError('too_many_requests', { seconds: WAIT_SECONDS });
      }
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        leave(client);
        free();
      };
    },
  };
}
