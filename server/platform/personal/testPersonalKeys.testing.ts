import { createPersonalKeys, type PersonalKeys } from './personalKeys.ts';

/** Keys for test databases: identical in every process, so that one can read what another has written. */
export const testPersonalKeys = (): PersonalKeys => createPersonalKeys([{ id: 'test', key: Buffer.alloc(32, 7) }]);
