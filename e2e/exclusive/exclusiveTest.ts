import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** Tests whose world has an operators' console, and no other providers. */
export const test = defineExclusiveTest('exclusive', { withConsole: true });
