import { insertMentions } from '../../notification/mentions/mentionStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { insertNotes, type StoredNote } from './deskStore.ts';
import { namesIn, subjectOf } from './subjects.ts';

/**
 * Writes a note beside things, and remembers whom it names: each is told once, beside however many things it was written,
 * and nobody of what they have written themselves. Throws `act_refused` for an @ that is nobody's name.
 */
export async function writeNote(
  { database, persons }: ConsoleContext,
  subjects: readonly string[],
  { person, body }: Pick<StoredNote, 'person' | 'body'>,
): Promise<StoredNote[]> {
  const { enrolled } = await persons(database);
  const { known, unknown } = namesIn(
    body,
    [...enrolled.values()].map(({ name }) => name),
  );
  if (unknown.length > 0) throw new AppError('act_refused', { reason: saidOfUnknown(unknown) });
  const beside = [...new Set(subjects)].map(subjectOf);
  return database.transaction(async (transaction) => {
    const notes = await insertNotes(transaction, beside, { person, body, mentions: known });
    const first = Math.min(...notes.map(({ id }) => id));
    const named = known.filter((name) => name !== person);
    await insertMentions(transaction, { noteId: first, beside: notes.length }, named);
    return notes;
  });
}

function saidOfUnknown(names: readonly string[]): string {
  const said = new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `@${name}`));
  return `Nobody here is called ${said}: nothing was written. Write the name as it is in People, or leave the @ away.`;
}
