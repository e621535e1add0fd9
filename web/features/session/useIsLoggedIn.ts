import { useSyncExternalStore } from 'react';
import { getLoggedInUser, subscribeToSession } from './session.ts';

/** Returns true if the buyer is logged in, updated on logins and logouts, also in other tabs. */
export function useIsLoggedIn(): boolean {
  return useSyncExternalStore(
    subscribeToSession,
    () => getLoggedInUser() !== null,
    // The prerendered document is the same for all buyers.
    () => false,
  );
}
