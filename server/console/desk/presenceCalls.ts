import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { lookersAt, writePresence } from './presenceStore.ts';
import { subjectOf } from './subjects.ts';

/** Who has what open. A tab says it once; the process that has its stream keeps it up. */
export function presenceCalls({ database }: ConsoleContext): ConsoleHandlersOf<'look' | 'lookers'> {
  return {
    async look({ tab, subjects }, { person }) {
      await writePresence(database, { tab, person: person.name }, subjects.map(subjectOf));
      return {};
    },
    lookers: async ({ subject }, { person }) => ({
      persons: await lookersAt(database, subjectOf(subject), person.name),
    }),
  };
}
