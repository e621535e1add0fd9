import { startWorld } from '../../startWorld.ts';
import { setWorldVariables } from '../../world.ts';

/** Starts the product as shipped: the texts of the journeys' operator are test data and do not belong in pictures. */
export default async function setup(): Promise<() => Promise<void>> {
  const world = await startWorld('pictures');
  setWorldVariables(world);
  return world.stop;
}
