import { deskRoles } from '@slipway/contract/entities/consoleDesk.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import {
  insertTakes,
  moveTakes,
  notesBeside,
  removeTakes,
  type StoredNote,
  type StoredTake,
  type Subject,
  takeOver,
  takesOf,
} from './deskStore.ts';
import { mentionCalls } from './mentionCalls.ts';
import { presenceCalls } from './presenceCalls.ts';
import { subjectOf, textOfSubject } from './subjects.ts';
import { viewCalls } from './viewCalls.ts';
import { writeNote } from './writeNote.ts';

type DeskCall =
  | 'addNote'
  | 'notes'
  | 'desk'
  | 'take'
  | 'handTo'
  | 'putBack'
  | keyof ReturnType<typeof viewCalls>
  | keyof ReturnType<typeof mentionCalls>
  | keyof ReturnType<typeof presenceCalls>;

/** What persons keep beside the things that they work on. None of it moves money, nor a right. */
export function deskCalls(context: ConsoleContext): ConsoleHandlersOf<DeskCall> {
  const { database, persons } = context;
  return {
    ...viewCalls(context),
    ...mentionCalls(context),
    ...presenceCalls(context),

    addNote: async ({ subjects, body }, { person }) => ({
      notes: (await writeNote(context, subjects, { person: person.name, body })).map(shownNote),
    }),

    notes: async ({ subject }) => ({ notes: (await notesBeside(database, subjectOf(subject))).map(shownNote) }),

    async desk({ subject }) {
      const [known, [taken]] = await Promise.all([persons(database), takesOf(database, [subjectOf(subject)])]);
      return {
        take: taken ? shownTake(taken) : null,
        hands: handsOf(known),
        everybody: [...known.enrolled.values()].map(({ name }) => name).toSorted(),
      };
    },

    async take({ subjects, from }, { person }) {
      const wanted = subjects.map(subjectOf);
      if (from !== undefined && from !== person.name) await takeOver(database, wanted, { from, to: person.name });
      await insertTakes(database, wanted, person.name);
      const takes = await takesOf(database, wanted);
      const others = takes.filter((one) => one.person !== person.name);
      const [first] = others;
      if (first && others.length === wanted.length) throw new AppError('act_refused', { reason: alreadyTaken(first) });
      return { takes: takes.map(shownTake) };
    },

    async handTo({ subjects, to }) {
      const known = await persons(database);
      if (![...known.enrolled.values()].some(({ name }) => name === to))
        throw new AppError('not_found', { what: 'person', name: to });
      if (!handsOf(known).includes(to))
        throw new AppError('act_refused', {
          reason: `${to} only reads: hand it to somebody of ${deskRoles.join(', ')}.`,
        });
      const handed = subjects.map(subjectOf);
      await moveTakes(database, handed, to);
      return { takes: await shownTakes(context, handed) };
    },

    async putBack({ subjects }, { person }) {
      const back = subjects.map(subjectOf);
      await removeTakes(database, back, person.name);
      return { takes: await shownTakes(context, back) };
    },
  };
}

/** Who may have things in hand, by name. */
function handsOf({ enrolled }: Persons): string[] {
  const may: readonly string[] = deskRoles;
  return [...enrolled.values()]
    .filter(({ roles }) => roles.some((role) => may.includes(role)))
    .map(({ name }) => name)
    .toSorted();
}

function alreadyTaken({ person, takenAt }: StoredTake): string {
  return `${person} has it in hand since ${takenAt.toISOString()}: ask them, or take it over from them by name.`;
}

async function shownTakes({ database }: ConsoleContext, subjects: readonly Subject[]) {
  return (await takesOf(database, subjects)).map(shownTake);
}

function shownNote({ about, subject, mentions, writtenAt, ...plain }: StoredNote) {
  return {
    ...plain,
    subject: textOfSubject({ about, subject }),
    mentions: [...mentions],
    writtenAt: writtenAt.toISOString(),
  };
}

function shownTake({ about, subject, person, takenAt }: StoredTake) {
  return { subject: textOfSubject({ about, subject }), person, takenAt: takenAt.toISOString() };
}
