import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { removeView, replaceView, viewsOf } from './deskStore.ts';

/** Of one person, over all places. */
const MOST_VIEWS = 60;

/** Lists as persons have arranged them. */
export function viewCalls({ database }: ConsoleContext): ConsoleHandlersOf<'views' | 'saveView' | 'dropView'> {
  return {
    views: async ({ place }, { person }) => ({ views: await viewsOf(database, place, person.name) }),

    async saveView({ place, ...view }, { person }) {
      const kept = await database.transaction((transaction) =>
        replaceView(transaction, place, { ...view, person: person.name }, MOST_VIEWS),
      );
      if (!kept)
        throw new AppError('act_refused', { reason: `You have kept ${MOST_VIEWS} views: forget one of them first.` });
      return kept;
    },

    async dropView({ id }, { person }) {
      if (!(await removeView(database, id, person.name)))
        throw new AppError('not_found', { what: 'view of yours', name: String(id) });
      return {};
    },
  };
}
