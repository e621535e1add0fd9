import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { cursorOf, placeOf } from './queueCursor.ts';
import { decidedToday, queuedReviews, reviewCounts } from './reviewQueueStore.ts';
import { deskOfReview, holdersOf, readSubjects, reviewRow } from './reviewRows.ts';
import { showReview } from './showReview.ts';

const PAGE = 50;

/** What a person judges: the queue, and one question with its evidence. */
export function reviewCalls(context: ConsoleContext): ConsoleHandlersOf<'reviews' | 'review'> {
  return {
    reviews: (input, { person }) => listReviews(context, input, person),
    review: ({ id }, { person }) => showReview(context, id, person),
  };
}

async function listReviews(
  { database, settings }: ConsoleContext,
  { kind, cursor }: ConsoleCallInput<'reviews'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'reviews'>> {
  const [queued, counts, decided, now] = await Promise.all([
    queuedReviews(database, { kind, after: placeOf(cursor), limit: PAGE + 1 }),
    reviewCounts(database),
    decidedToday(database),
    database.now(),
  ]);
  const page = queued.slice(0, PAGE);
  const [subjects, holders] = await Promise.all([readSubjects(database, page), holdersOf(database, page)]);
  const last = page.at(-1);
  return {
    rows: page.flatMap((one, at) => {
      const subject = subjects[at];
      return subject ? [reviewRow(person, settings(), one, subject, holders.get(deskOfReview(one)) ?? null)] : [];
    }),
    next: queued.length > PAGE && last ? cursorOf(last) : null,
    counts,
    decidedToday: decided,
    readAt: now.toISOString(),
  };
}
