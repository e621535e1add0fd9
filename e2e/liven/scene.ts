import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import type { SimulatedBuyer } from './simulatedBuyer.ts';

/** A buyer's actions whose results the console then shows. */
export type LivenScene = {
  /** The beginning of the scene's output line. */
  readonly description: string;
  readonly play: (buyer: SimulatedBuyer) => Promise<SceneResult>;
};

/** The order that the scene placed, and the statuses in which the order may end. */
export type SceneResult = {
  readonly orderNo?: string;
  readonly expectedStatuses?: readonly OrderStatus[];
};

/** Enough for a delivery on the sandbox's chains while other orders are delivered. */
const PATIENCE_MS = 45_000;

export type SceneOutcome = { readonly line: string; readonly hasSucceeded: boolean };

/** Plays a scene. Returns a function that waits for its outcome; a failing scene does not stop others. */
export async function playScene(
  { description: what, play: plays }: LivenScene,
  buyer: SimulatedBuyer,
): Promise<() => Promise<SceneOutcome>> {
  try {
    const { orderNo, expectedStatuses: rests } = await plays(buyer);
    if (orderNo === undefined || rests === undefined) return async () => formatOutcome(what, {});
    return async () => {
      const status = await buyer.waitForStatus(orderNo, rests, PATIENCE_MS);
      return formatOutcome(what, { orderNo, status, expectedStatuses: rests });
    };
  } catch (error) {
    return async () => ({ line: `${what}: failed, ${(error as Error).message}`, hasSucceeded: false });
  }
}

/** Formats the outcome in one line. It has failed if the order is in an unexpected status. */
export function formatOutcome(
  description: string,
  {
    orderNo,
    status = '',
    expectedStatuses: rests = [],
  }: { readonly orderNo?: string; readonly status?: string; readonly expectedStatuses?: readonly OrderStatus[] },
): SceneOutcome {
  if (orderNo === undefined) return { line: description, hasSucceeded: true };
  const hasSucceeded = rests.some((one) => one === status);
  const statusText = status.replaceAll('_', ' ');
  return {
    line: `${description}: ${orderNo}, ${statusText}${hasSucceeded ? '' : `, not ${rests.join(' or ').replaceAll('_', ' ')}`}`,
    hasSucceeded,
  };
}
