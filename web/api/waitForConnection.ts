import { subscribeToConnection } from './connection.ts';

/** Resolves as soon as `holds` returns true, at once if it already does. */
export function waitForConnection(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeToConnection(look);
    look();
  });
}
