import { countUnread, mentionsOf, writeRead } from '../../notification/mentions/mentionStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { addressOf, textOfSubject } from './subjects.ts';

const MOST_SHOWN = 100;

/** The notes that name whoever asks. */
export function mentionCalls({ database }: ConsoleContext): ConsoleHandlersOf<'mentions' | 'readMentions'> {
  return {
    async mentions(_input, { person }) {
      const [list, unread] = await Promise.all([
        mentionsOf(database, person.name, MOST_SHOWN),
        countUnread(database, person.name),
      ]);
      return {
        unread,
        list: list.map(({ about, subject, reason, writtenAt, readAt, ...plain }) => ({
          ...plain,
          subject: textOfSubject({ about, subject }),
          to: addressOf({ about, subject }, reason),
          writtenAt: writtenAt.toISOString(),
          readAt: readAt?.toISOString() ?? null,
        })),
      };
    },

    async readMentions({ notes }, { person }) {
      await writeRead(database, person.name, notes);
      return { unread: await countUnread(database, person.name) };
    },
  };
}
