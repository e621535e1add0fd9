import { subscribeToConnection } from './connection.ts';

/** Resolves as soon as `isReached` returns true for a state of the connection, at once if it already does. */
export function waitForConnection(isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isReached()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeToConnection(check);
    check();
  });
}
