import { startWorld } from '../../startWorld.ts';
import { setWorldVariables } from '../../world.ts';

/** Starts the product without the operator's texts that the browser tests add as test data. */
export default async function setup(): Promise<() => Promise<void>> {
  const world = await startWorld('pictures');
  setWorldVariables(world);
  return world.stop;
}
