import { parseWorkItem } from '../collaboration/workItems.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { findOtherViewers, replacePresence } from './presenceStore.ts';

/** Handlers for presence. A tab reports its open items once; the process that serves its stream renews them. */
export function presenceCalls({ database }: ConsoleContext): ConsoleHandlersOf<'look' | 'lookers'> {
  return {
    async look({ tab, subjects }, { person }) {
      await replacePresence(database, { tab, person: person.name }, subjects.map(parseWorkItem));
      return {};
    },
    lookers: async ({ subject }, { person }) => ({
      persons: await findOtherViewers(database, parseWorkItem(subject), person.name),
    }),
  };
}
