import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** The test function of tests that need a separate world, with a console and without other providers. */
export const test = defineExclusiveTest('exclusive', { withConsole: true });
