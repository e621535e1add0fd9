import { accountScenes } from './accountScenes.ts';
import { buyScenes } from './buyScenes.ts';
import { cardScenes } from './cardScenes.ts';
import { editScenes } from './editScenes.ts';
import { identityScenes } from './identityScenes.ts';
import { orderScenes } from './orderScenes.ts';
import type { Scene } from './scene.ts';
import { sessionScenes } from './sessionScenes.ts';
import { stepScenes } from './stepScenes.ts';
import { troubleScenes } from './troubleScenes.ts';

/** Every screen in every state that matters, in the order of a purchase. */
export const scenes: readonly Scene[] = [
  ...editScenes,
  ...buyScenes,
  ...stepScenes,
  ...cardScenes,
  ...orderScenes,
  ...identityScenes,
  ...accountScenes,
  ...sessionScenes,
  ...troubleScenes,
];
