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

/** Plays a scene. Returns a function that waits for its outcome. An error of `play` becomes a failed outcome. */
export async function playScene(
  { description, play }: LivenScene,
  buyer: SimulatedBuyer,
): Promise<() => Promise<SceneOutcome>> {
  try {
    const { orderNo, expectedStatuses } = await play(buyer);
    if (orderNo === undefined || expectedStatuses === undefined) return async () => formatOutcome(description, {});
    return async () => {
      const status = await buyer.waitForStatus(orderNo, expectedStatuses, PATIENCE_MS);
      return formatOutcome(description, { orderNo, status, expectedStatuses });
    };
  } catch (error) {
    return async () => ({ line: `${description}: failed, ${(error as Error).message}`, hasSucceeded: false });
  }
}

/** Formats the outcome in one line. A scene has failed if its order is in an unexpected status. */
export function formatOutcome(
  description: string,
  {
    orderNo,
    status = '',
    expectedStatuses = [],
  }: { readonly orderNo?: string; readonly status?: string; readonly expectedStatuses?: readonly OrderStatus[] },
): SceneOutcome {
  if (orderNo === undefined) return { line: description, hasSucceeded: true };
  const hasSucceeded = expectedStatuses.some((one) => one === status);
  const statusText = status.replaceAll('_', ' ');
  return {
    line: `${description}: ${orderNo}, ${statusText}${hasSucceeded ? '' : `, not ${expectedStatuses.join(' or ').replaceAll('_', ' ')}`}`,
    hasSucceeded,
  };
}
