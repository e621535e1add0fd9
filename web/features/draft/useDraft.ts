import { useSyncExternalStore } from 'react';
import { currentDraft, type Draft, subscribeToDraft } from './draft.ts';

export function useDraft(): Draft {
  return useSyncExternalStore(subscribeToDraft, currentDraft);
}
