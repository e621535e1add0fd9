import { z } from 'zod';
import type { Role } from '../roles.ts';
import { personName } from './consolePerson.ts';

/** Kinds of items that people work on: they have notes and an assignee, and others see who has them open. */
export const deskKinds = [
  'order',
  'buyer',
  'review',
  'dispute',
  'refund',
  'booking',
  'difference',
  'request',
  'alert',
  'transfer',
] as const;

export type DeskKind = (typeof deskKinds)[number];

/** An item that people work on: its kind and its id, such as `order:7KQ2M4XD9TAB3HWPEN56`. */
export const deskSubject = z
  .string()
  .regex(
    new RegExp(`^(?:${deskKinds.join('|')}):\\S.{0,199}$`),
    'must be a kind and an id, such as order:7KQ2M4XD9TAB3HWPEN56',
  )
  .meta({ id: 'DeskSubject', example: 'order:7KQ2M4XD9TAB3HWPEN56' });

export const deskSubjects = z.array(deskSubject).min(1).max(50);

/** Roles that may be assigned items, write notes and hand over. */
export const deskRoles = ['support', 'compliance', 'treasurer', 'admin'] as const satisfies readonly Role[];

/** A random id of one console page in one browser; only that page knows it. */
export const tabId = z.uuid().meta({ id: 'TabId', example: '7d1f1f0e-6f0b-4c55-9a53-0b6f6c9b9a11' });

export const deskNote = z
  .object({
    id: z.int(),
    subject: deskSubject,
    person: personName,
    body: z.string(),
    mentions: z.array(personName).describe('People mentioned with @'),
    writtenAt: z.iso.datetime(),
  })
  .meta({ id: 'DeskNote' });

export const deskNoteExample: z.output<typeof deskNote> = {
  id: 7,
  subject: 'order:7KQ2M4XD9TAB3HWPEN56',
  person: 'ben',
  body: 'Called the buyer: her son ordered it. @cleo she wants the money back.',
  mentions: ['cleo'],
  writtenAt: '2026-11-21T10:31:07.000Z',
};

/** The assignee of an item. */
export const deskAssignment = z
  .object({ subject: deskSubject, person: personName, takenAt: z.iso.datetime() })
  .meta({ id: 'DeskTake' });

export const deskAssignmentExample: z.output<typeof deskAssignment> = {
  subject: 'order:7KQ2M4XD9TAB3HWPEN56',
  person: 'ben',
  takenAt: '2026-11-21T10:31:07.000Z',
};

/** A note that mentions the caller. */
export const mention = z
  .object({
    noteId: z.int(),
    subject: deskSubject,
    to: z.string().describe('Path of the item within the console'),
    itemCount: z.int().min(1).describe('Number of items to which the note was added at once'),
    person: personName.describe('Author of the note'),
    body: z.string(),
    writtenAt: z.iso.datetime(),
    readAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Mention' });

/** The list that a saved view filters. */
export const savedViewList = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'must be the name of a list, such as orders');
export const savedViewName = z.string().trim().min(1).max(60);

export const savedView = z
  .object({
    id: z.int(),
    person: personName,
    name: savedViewName,
    query: z.string().max(2000).describe("Query string of the console's URL"),
    shared: z.boolean().describe('True if the view is available to everyone'),
  })
  .meta({ id: 'SavedView' });

export const savedViewExample: z.output<typeof savedView> = {
  id: 3,
  person: 'cleo',
  name: 'On hold, above 1,000 EUR',
  query: 'status=on_hold&euroFrom=1000',
  shared: true,
};
