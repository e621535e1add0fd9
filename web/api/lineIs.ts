import { subscribeToLine } from './line.ts';

/** Resolves when it is so of the line, at once where it is so already. */
export function lineIs(wanted: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!wanted()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeToLine(look);
    look();
  });
}
