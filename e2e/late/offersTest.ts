import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** Tests whose world sells other providers' offers beside the operator's own. */
export const test = defineExclusiveTest('offers', { otherProviders: true });
