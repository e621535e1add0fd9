import { startWorld } from '../../startWorld.ts';
import { announceWorld } from '../../world.ts';

/** The product as it comes: the operator of the journeys, whose texts are there to be told apart, has no part in the pictures. */
export default async function setup(): Promise<() => Promise<void>> {
  const world = await startWorld('pictures');
  announceWorld(world);
  return world.stop;
}
