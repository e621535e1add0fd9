import { startWorld } from '../../startWorld.ts';
import { setWorldVariables } from '../../world.ts';

/** Starts the product without an operator's own texts, which in the journeys are test data. */
export default async function setup(): Promise<() => Promise<void>> {
  const world = await startWorld('pictures');
  setWorldVariables(world);
  return world.stop;
}
