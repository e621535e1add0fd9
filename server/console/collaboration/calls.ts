import { deskRoles } from '@slipway/contract/entities/console/consoleDesk.ts';
import { formatRoles } from '../../operator/roles.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import {
  deleteAssignments,
  findAssignments,
  insertAssignments,
  listNotes,
  reassignItems,
  type StoredAssignment,
  type StoredNote,
  transferAssignments,
  type WorkItem,
} from '../collaboration/collaborationStore.ts';
import { formatWorkItem, parseWorkItem } from '../collaboration/workItems.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { mentionCalls } from './mentionCalls.ts';
import { presenceCalls } from './presenceCalls.ts';
import { viewCalls } from './viewCalls.ts';
import { writeNote } from './writeNote.ts';

type CollaborationCall =
  | 'addNote'
  | 'notes'
  | 'desk'
  | 'take'
  | 'handTo'
  | 'putBack'
  | keyof ReturnType<typeof viewCalls>
  | keyof ReturnType<typeof mentionCalls>
  | keyof ReturnType<typeof presenceCalls>;

/** Handlers for notes, views, assignments and presence. None of them moves money or changes a right. */
export function collaborationCalls(context: ConsoleContext): ConsoleHandlersOf<CollaborationCall> {
  const { database, persons } = context;
  return {
    ...viewCalls(context),
    ...mentionCalls(context),
    ...presenceCalls(context),

    addNote: async ({ subjects, body }, { person }) => ({
      notes: (await writeNote(context, subjects, { person: person.name, body })).map(presentNote),
    }),

    notes: async ({ subject }) => ({ notes: (await listNotes(database, parseWorkItem(subject))).map(presentNote) }),

    async desk({ subject }) {
      const [known, [taken]] = await Promise.all([
        persons(database),
        findAssignments(database, [parseWorkItem(subject)]),
      ]);
      return {
        take: taken ? presentAssignment(taken) : null,
        hands: listAssignableNames(known),
        everybody: [...known.enrolled.values()].map(({ name }) => name).toSorted(),
      };
    },

    async take({ subjects, from }, { person }) {
      const wanted = subjects.map(parseWorkItem);
      if (from !== undefined && from !== person.name)
        await transferAssignments(database, wanted, { from, to: person.name });
      await insertAssignments(database, wanted, person.name);
      const takes = await findAssignments(database, wanted);
      const others = takes.filter((one) => one.person !== person.name);
      const [first] = others;
      if (first && others.length === wanted.length)
        throw new AppError('act_refused', { reason: describeAssignment(first) });
      return { takes: takes.map(presentAssignment) };
    },

    async handTo({ subjects, to }) {
      const known = await persons(database);
      if (![...known.enrolled.values()].some(({ name }) => name === to))
        throw new AppError('not_found', { what: 'person', name: to });
      if (!listAssignableNames(known).includes(to))
        throw new AppError('act_refused', {
          reason: `${to} has read-only access. Assign it to someone with the ${formatRoles(deskRoles)} role.`,
        });
      const handed = subjects.map(parseWorkItem);
      await reassignItems(database, handed, to);
      return { takes: await presentAssignments(context, handed) };
    },

    async putBack({ subjects }, { person }) {
      const back = subjects.map(parseWorkItem);
      await deleteAssignments(database, back, person.name);
      return { takes: await presentAssignments(context, back) };
    },
  };
}

/** Returns the names of the people to whom items can be assigned. */
function listAssignableNames({ enrolled }: PersonRegistry): string[] {
  const may: readonly string[] = deskRoles;
  return [...enrolled.values()]
    .filter(({ roles }) => roles.some((role) => may.includes(role)))
    .map(({ name }) => name)
    .toSorted();
}

function describeAssignment({ person, takenAt }: StoredAssignment): string {
  return `Assigned to ${person} since ${takenAt.toISOString()}. Ask them, or reassign it.`;
}

async function presentAssignments({ database }: ConsoleContext, subjects: readonly WorkItem[]) {
  return (await findAssignments(database, subjects)).map(presentAssignment);
}

function presentNote({ about, subject, mentions, writtenAt, ...plain }: StoredNote) {
  return {
    ...plain,
    subject: formatWorkItem({ about, subject }),
    mentions: [...mentions],
    writtenAt: writtenAt.toISOString(),
  };
}

function presentAssignment({ about, subject, person, takenAt }: StoredAssignment) {
  return { subject: formatWorkItem({ about, subject }), person, takenAt: takenAt.toISOString() };
}
