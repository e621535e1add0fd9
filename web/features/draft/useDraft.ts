import { useSyncExternalStore } from 'react';
import { type Draft, getDraft, subscribeToDraft } from './draft.ts';

export function useDraft(): Draft {
  return useSyncExternalStore(subscribeToDraft, getDraft);
}
