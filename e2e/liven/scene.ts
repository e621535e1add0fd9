import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import type { LivingBuyer } from './livingBuyer.ts';

/** One piece of life: what it leaves behind for whoever looks at the console. */
export type Scene = {
  /** As the line about it begins. */
  readonly what: string;
  readonly plays: (buyer: LivingBuyer) => Promise<Played>;
};

/** What was done, and where it is expected to come to rest. */
export type Played = {
  readonly orderNo?: string;
  readonly rests?: readonly OrderStatus[];
};

/** Long enough for a delivery on the sandbox's chains, with others beside it. */
const PATIENCE_MS = 45_000;

export type Outcome = { readonly line: string; readonly isAsMeant: boolean };

/** Plays a scene, and says in one line what became of it; a scene that fails stops no other. */
export async function playScene({ what, plays }: Scene, buyer: LivingBuyer): Promise<() => Promise<Outcome>> {
  try {
    const { orderNo, rests } = await plays(buyer);
    if (orderNo === undefined || rests === undefined) return async () => outcomeOf(what, {});
    return async () => {
      const status = await buyer.until(orderNo, rests, PATIENCE_MS);
      return outcomeOf(what, { orderNo, status, rests });
    };
  } catch (error) {
    return async () => ({ line: `${what}: failed, ${(error as Error).message}`, isAsMeant: false });
  }
}

/** In one line; not as meant where the order is anywhere else than it should rest. */
export function outcomeOf(
  what: string,
  {
    orderNo,
    status = '',
    rests = [],
  }: { readonly orderNo?: string; readonly status?: string; readonly rests?: readonly OrderStatus[] },
): Outcome {
  if (orderNo === undefined) return { line: what, isAsMeant: true };
  const isAsMeant = rests.some((one) => one === status);
  const words = status.replaceAll('_', ' ');
  return {
    line: `${what}: ${orderNo}, ${words}${isAsMeant ? '' : `, not ${rests.join(' or ').replaceAll('_', ' ')}`}`,
    isAsMeant,
  };
}
