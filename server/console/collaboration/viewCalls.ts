import { AppError } from '../../platform/http/appError.ts';
import { listViews, removeView, replaceView } from '../collaboration/collaborationStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';

/** Limit for one person, over all places. */
const MOST_VIEWS = 60;

/** Handlers for saved views. */
export function viewCalls({ database }: ConsoleContext): ConsoleHandlersOf<'views' | 'saveView' | 'dropView'> {
  return {
    views: async ({ place }, { person }) => ({ views: await listViews(database, place, person.name) }),

    async saveView({ place, ...view }, { person }) {
      const kept = await database.transaction((transaction) =>
        replaceView(transaction, place, { ...view, person: person.name }, MOST_VIEWS),
      );
      if (!kept)
        throw new AppError('act_refused', { reason: `You have saved ${MOST_VIEWS} views. Delete one of them first.` });
      return kept;
    },

    async dropView({ id }, { person }) {
      if (!(await removeView(database, id, person.name)))
        throw new AppError('not_found', { what: 'saved view', name: String(id) });
      return {};
    },
  };
}
