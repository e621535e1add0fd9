import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { endPresence, lookersAt, writePresence } from './presenceStore.ts';
import { subjectOf } from './subjects.ts';

/** Who has what open. A tab says it once; the process that has its stream keeps it up. */
export function presenceCalls({ database }: ConsoleContext): ConsoleHandlersOf<'look' | 'lookers'> {
  return {
    async look({ tab, subject }, { person }) {
      const place = { tab, person: person.name };
      if (subject === null) await endPresence(database, [place]);
      else await writePresence(database, place, subjectOf(subject));
      return {};
    },
    lookers: async ({ subject }, { person }) => ({
      persons: await lookersAt(database, subjectOf(subject), person.name),
    }),
  };
}
