import { countUnreadMentions, listMentions, markMentionsRead } from '../../notification/mentions/mentionStore.ts';
import { buildConsolePath, formatWorkItem } from '../collaboration/workItems.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';

const MOST_SHOWN = 100;

/** Handlers for the notes that mention the caller. */
export function mentionCalls({ database }: ConsoleContext): ConsoleHandlersOf<'mentions' | 'readMentions'> {
  return {
    async mentions(_input, { person }) {
      const [list, unread] = await Promise.all([
        listMentions(database, person.name, MOST_SHOWN),
        countUnreadMentions(database, person.name),
      ]);
      return {
        unread,
        list: list.map(({ about, subject, reason, writtenAt, readAt, ...plain }) => ({
          ...plain,
          subject: formatWorkItem({ about, subject }),
          to: buildConsolePath({ about, subject }, reason),
          writtenAt: writtenAt.toISOString(),
          readAt: readAt?.toISOString() ?? null,
        })),
      };
    },

    async readMentions({ notes }, { person }) {
      await markMentionsRead(database, person.name, notes);
      return { unread: await countUnreadMentions(database, person.name) };
    },
  };
}
