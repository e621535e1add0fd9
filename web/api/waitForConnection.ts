import { subscribeToConnection } from './connection.ts';

/** Resolves as soon as `holds` is true of the connection, at once where it is true already. */
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
