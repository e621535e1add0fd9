import { deskRoles } from '@slipway/contract/entities/console/consoleDesk.ts';
import { formatRoles } from '../../action/roles.ts';
import { countUnreadMentions, listMentions, markMentionsRead } from '../../notification/mentions/mentionStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import {
  deleteAssignments,
  findAssignments,
  insertAssignments,
  listNotes,
  listViews,
  reassignItems,
  removeView,
  replaceView,
  type StoredAssignment,
  type StoredNote,
  transferAssignments,
  type WorkItem,
} from '../collaboration/collaborationStore.ts';
import { buildConsolePath, formatWorkItem, parseWorkItem } from '../collaboration/workItems.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { findOtherViewers, replacePresence } from './presenceStore.ts';
import { writeNote } from './writeNote.ts';

const MOST_MENTIONS = 100;
/** Limit for one person, over all lists. */
const MOST_VIEWS = 60;

type CollaborationCall =
  | 'addNote'
  | 'notes'
  | 'desk'
  | 'take'
  | 'handTo'
  | 'putBack'
  | keyof ReturnType<typeof savedViewCalls>
  | keyof ReturnType<typeof mentionCalls>
  | keyof ReturnType<typeof presenceCalls>;

/** Handlers for notes, mentions, views, assignments and presence. None of them moves money or changes a right. */
export function collaborationCalls(context: ConsoleContext): ConsoleHandlersFor<CollaborationCall> {
  const { database, persons } = context;
  return {
    ...savedViewCalls(context),
    ...mentionCalls(context),
    ...presenceCalls(context),

    addNote: async ({ subjects, body }, { person }) => ({
      notes: (await writeNote(context, subjects, { person: person.name, body })).map(presentNote),
    }),

    notes: async ({ subject }) => ({ notes: (await listNotes(database, parseWorkItem(subject))).map(presentNote) }),

    async desk({ subject }) {
      const [registry, [taken]] = await Promise.all([
        persons(database),
        findAssignments(database, [parseWorkItem(subject)]),
      ]);
      return {
        take: taken ? presentAssignment(taken) : null,
        hands: listAssignableNames(registry),
        everybody: [...registry.enrolled.values()].map(({ name }) => name).toSorted(),
      };
    },

    /** Assigns items that are free, or assigned to `from`, to the caller. Refused only if others have all of them. */
    async take({ subjects, from }, { person }) {
      const items = subjects.map(parseWorkItem);
      if (from !== undefined && from !== person.name)
        await transferAssignments(database, items, { from, to: person.name });
      await insertAssignments(database, items, person.name);
      const takes = await findAssignments(database, items);
      const others = takes.filter((one) => one.person !== person.name);
      const [first] = others;
      if (first && others.length === items.length)
        throw new AppError('act_refused', { reason: describeAssignment(first) });
      return { takes: takes.map(presentAssignment) };
    },

    async handTo({ subjects, to }) {
      const registry = await persons(database);
      if (![...registry.enrolled.values()].some(({ name }) => name === to))
        throw new AppError('not_found', { what: 'person', name: to });
      if (!listAssignableNames(registry).includes(to))
        throw new AppError('act_refused', {
          reason: `${to} has read-only access. Assign it to someone with the ${formatRoles(deskRoles)} role.`,
        });
      const items = subjects.map(parseWorkItem);
      await reassignItems(database, items, to);
      return { takes: await presentAssignments(context, items) };
    },

    async putBack({ subjects }, { person }) {
      const items = subjects.map(parseWorkItem);
      await deleteAssignments(database, items, person.name);
      return { takes: await presentAssignments(context, items) };
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

/** Handlers for the notes that mention the caller. */
function mentionCalls({ database }: ConsoleContext): ConsoleHandlersFor<'mentions' | 'readMentions'> {
  return {
    async mentions(_input, { person }) {
      const [list, unread] = await Promise.all([
        listMentions(database, person.name, MOST_MENTIONS),
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

/** Handlers for presence. A tab reports its open items once; the process that serves its stream renews them. */
function presenceCalls({ database }: ConsoleContext): ConsoleHandlersFor<'look' | 'viewers'> {
  return {
    async look({ tab, subjects }, { person }) {
      await replacePresence(database, { tab, person: person.name }, subjects.map(parseWorkItem));
      return {};
    },
    viewers: async ({ subject }, { person }) => ({
      persons: await findOtherViewers(database, parseWorkItem(subject), person.name),
    }),
  };
}

/** Handlers for saved views. */
function savedViewCalls({ database }: ConsoleContext): ConsoleHandlersFor<'views' | 'saveView' | 'dropView'> {
  return {
    views: async ({ place }, { person }) => ({ views: await listViews(database, place, person.name) }),

    async saveView({ place, ...view }, { person }) {
      const stored = await database.transaction((transaction) =>
        replaceView(transaction, place, { ...view, person: person.name }, MOST_VIEWS),
      );
      if (!stored)
        throw new AppError('act_refused', {
          reason: `You can save at most ${MOST_VIEWS} views. Delete one to save another.`,
        });
      return stored;
    },

    async dropView({ id }, { person }) {
      if (!(await removeView(database, id, person.name)))
        throw new AppError('not_found', { what: 'saved view', name: String(id) });
      return {};
    },
  };
}
