import { useSyncExternalStore } from 'react';
import { liveUser, subscribeToSession } from './session.ts';

/** Whether there is a login; follows logins and log outs of other tabs too. */
export function useIsLoggedIn(): boolean {
  return useSyncExternalStore(
    subscribeToSession,
    () => liveUser() !== null,
    // As the drawn document has it, whoever it is sent to.
    () => false,
  );
}
