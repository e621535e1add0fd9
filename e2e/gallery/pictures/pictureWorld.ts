import { startWorld } from '../../globalSetup.ts';

/** The product as it comes: the operator of the journeys, whose texts are there to be told apart, has no part in the pictures. */
export default function setup(): Promise<() => Promise<void>> {
  return startWorld();
}
