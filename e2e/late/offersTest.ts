import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** The test function of tests whose world also sells other providers' offers. */
export const test = defineExclusiveTest('offers', { otherProviders: true });
