import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** Tests whose world also sells other providers' offers. */
export const test = defineExclusiveTest('offers', { otherProviders: true });
