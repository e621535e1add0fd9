import { z } from 'zod';
import { personName } from './consolePerson.ts';

/** What is worked on at the desk: a kind, and its name there, such as `order:7KQ2M4XD9TAB3HWPEN56`. */
export const deskSubject = z
  .string()
  .regex(/^[a-z]{1,20}:\S.{0,199}$/, 'must be a kind and a name, such as order:7KQ2M4XD9T')
  .meta({ id: 'DeskSubject', example: 'order:7KQ2M4XD9TAB3HWPEN56' });

export const deskSubjects = z.array(deskSubject).min(1).max(50);

/** What can bear a note. */
export const notedSubject = z
  .string()
  .regex(/^(?:order|buyer|alert|booking):\S.{0,199}$/, 'must name an order, a buyer, an alert or a booking')
  .meta({ id: 'NotedSubject', example: 'order:7KQ2M4XD9TAB3HWPEN56' });

export const deskNote = z
  .object({
    id: z.int(),
    subject: notedSubject,
    person: personName,
    body: z.string(),
    mentions: z.array(personName).describe('Persons whom it names by @'),
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

/** Who works on something. */
export const deskTake = z
  .object({ subject: deskSubject, person: personName, takenAt: z.iso.datetime() })
  .meta({ id: 'DeskTake' });

export const deskTakeExample: z.output<typeof deskTake> = {
  subject: 'order:7KQ2M4XD9TAB3HWPEN56',
  person: 'ben',
  takenAt: '2026-11-21T10:31:07.000Z',
};

/** The list that a view arranges. */
export const viewPlace = z.string().regex(/^[a-z][a-z-]{0,39}$/, 'must be the name of a place, such as orders');
export const viewName = z.string().trim().min(1).max(60);

export const savedView = z
  .object({
    id: z.int(),
    person: personName,
    name: viewName,
    query: z.string().max(2000).describe('As it stands in the address'),
    shared: z.boolean().describe('For everybody'),
  })
  .meta({ id: 'SavedView' });

export const savedViewExample: z.output<typeof savedView> = {
  id: 3,
  person: 'cleo',
  name: 'On hold, above 1,000 EUR',
  query: 'status=on_hold&euroFrom=1000',
  shared: true,
};
