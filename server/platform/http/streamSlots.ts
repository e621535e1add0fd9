import { AppError } from './appError.ts';
import { clientOfAddress } from './rateLimits.ts';

/** How many streams may be open at once in this process. */
export type StreamLimits = { readonly mostOfClient: number; readonly mostOfAll: number };

/** A buyer has one for each tab; an office, or a mobile network behind one IPv4 address, has many buyers. */
export const STREAM_LIMITS: StreamLimits = { mostOfClient: 50, mostOfAll: 5000 };

/** When who was refused may ask again: a stream ends when its page does, so nothing says it better. */
const WAIT_SECONDS = 30;

export type StreamSlots = {
  /** Takes a place, and gives the way to free it, once. Throws `too_many_requests` where there is none. */
  take(address: string): () => void;
};

export function createStreamSlots({ mostOfClient, mostOfAll }: StreamLimits): StreamSlots {
  const open = new Map<string, number>();
  let all = 0;
  return {
    take(address) {
      const client = clientOfAddress(address);
      const own = open.get(client) ?? 0;
      if (own >= mostOfClient || all >= mostOfAll) throw new AppError('too_many_requests', { seconds: WAIT_SECONDS });
      open.set(client, own + 1);
      all += 1;
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        all -= 1;
        const left = (open.get(client) ?? 1) - 1;
        if (left === 0) open.delete(client);
        else open.set(client, left);
      };
    },
  };
}
