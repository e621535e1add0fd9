import { insertMentions } from '../../notification/mentions/mentionStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import { insertNotes, type StoredNote } from '../collaboration/collaborationStore.ts';
import { parseMentions, parseWorkItem } from '../collaboration/workItems.ts';
import type { ConsoleContext } from '../consoleContext.ts';

/**
 * Writes a note to items and stores its mentions. Each mentioned person is notified once, however many items the note is
 * written to; authors are not notified of their own mentions. Throws `act_refused` for an @ that matches no person.
 */
export async function writeNote(
  { database, persons }: ConsoleContext,
  subjects: readonly string[],
  { person, body }: Pick<StoredNote, 'person' | 'body'>,
): Promise<StoredNote[]> {
  const { enrolled } = await persons(database);
  const { known, unknown } = parseMentions(
    body,
    [...enrolled.values()].map(({ name }) => name),
  );
  if (unknown.length > 0) throw new AppError('act_refused', { reason: describeUnknownMentions(unknown) });
  const items = [...new Set(subjects)].map(parseWorkItem);
  return database.transaction(async (transaction) => {
    const notes = await insertNotes(transaction, items, { person, body, mentions: known });
    const first = Math.min(...notes.map(({ id }) => id));
    const named = known.filter((name) => name !== person);
    await insertMentions(transaction, { noteId: first, itemCount: notes.length }, named);
    return notes;
  });
}

function describeUnknownMentions(names: readonly string[]): string {
  const mentionList = new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `@${name}`));
  return `There is no person ${mentionList}, so the note was not saved. Write the name as it appears under People, or remove the @.`;
}
