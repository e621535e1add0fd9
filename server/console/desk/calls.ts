import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import {
  insertNotes,
  insertTakes,
  moveTakes,
  notesBeside,
  removeTakes,
  removeView,
  replaceView,
  type StoredNote,
  type StoredTake,
  type Subject,
  takesOf,
  viewsOf,
} from './deskStore.ts';
import { mentionsIn, subjectOf, textOfSubject } from './subjects.ts';

/** Of one person, over all places. */
const MOST_VIEWS = 60;

type DeskCall = 'addNote' | 'notes' | 'take' | 'handTo' | 'putBack' | 'views' | 'saveView' | 'dropView';

/** What persons keep beside the things that they work on. None of it moves money, nor a right. */
export function deskCalls(context: ConsoleContext): ConsoleHandlersOf<DeskCall> {
  const { database, persons } = context;
  return {
    async addNote({ subjects, body }, { person }) {
      const { enrolled } = await persons(database);
      const mentions = mentionsIn(
        body,
        [...enrolled.values()].map(({ name }) => name),
      );
      const noted = [...new Set(subjects)].map(subjectOf);
      return { notes: (await insertNotes(database, noted, { person: person.name, body, mentions })).map(shownNote) };
    },

    notes: async ({ subject }) => ({ notes: (await notesBeside(database, subjectOf(subject))).map(shownNote) }),

    async take({ subjects }, { person }) {
      const wanted = subjects.map(subjectOf);
      await insertTakes(database, wanted, person.name);
      const takes = await takesOf(database, wanted);
      const others = takes.filter((one) => one.person !== person.name);
      const [first] = others;
      if (first && others.length === wanted.length) throw new AppError('act_refused', { reason: alreadyTaken(first) });
      return { takes: takes.map(shownTake) };
    },

    async handTo({ subjects, to }) {
      const { enrolled } = await persons(database);
      if (![...enrolled.values()].some(({ name }) => name === to))
        throw new AppError('not_found', { what: 'person', name: to });
      const handed = subjects.map(subjectOf);
      await moveTakes(database, handed, to);
      return { takes: await shownTakes(context, handed) };
    },

    async putBack({ subjects }, { person }) {
      const back = subjects.map(subjectOf);
      await removeTakes(database, back, person.name);
      return { takes: await shownTakes(context, back) };
    },

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

function alreadyTaken({ person, takenAt }: StoredTake): string {
  return `${person} has it in hand since ${takenAt.toISOString()}: ask them, or have it handed to you.`;
}

async function shownTakes({ database }: ConsoleContext, subjects: readonly Subject[]) {
  return (await takesOf(database, subjects)).map(shownTake);
}

export function shownNote({ about, subject, mentions, writtenAt, ...plain }: StoredNote) {
  return {
    ...plain,
    subject: textOfSubject({ about, subject }),
    mentions: [...mentions],
    writtenAt: writtenAt.toISOString(),
  };
}

export function shownTake({ about, subject, person, takenAt }: StoredTake) {
  return { subject: textOfSubject({ about, subject }), person, takenAt: takenAt.toISOString() };
}
