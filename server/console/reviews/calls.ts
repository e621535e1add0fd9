import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { z } from 'zod';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { readReviewPage } from './readReviewPage.ts';
import {
  countQueuedReviews,
  listQueuedReviews,
  type QueuedReview,
  type ReviewCursor,
  readTodaysDecisions,
} from './reviewQueueStore.ts';
import { findReviewAssignees, presentReviewRow, readSubjects, toReviewItemKey } from './reviewRows.ts';

const cursorSchema = z.tuple([z.iso.datetime().nullable(), z.iso.datetime(), z.string().max(20), z.string().max(120)]);

function formatReviewCursor({ until, since, kind, key }: QueuedReview): string {
  return Buffer.from(JSON.stringify([until, since, kind, key])).toString('base64url');
}

/** Returns null for a malformed cursor: the list then starts at its beginning. */
function parseReviewCursor(cursor: string | undefined): ReviewCursor | null {
  if (cursor === undefined) return null;
  try {
    const [until, since, kind, key] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { until: until === null ? null : new Date(until), since: new Date(since), kind, key };
  } catch {
    return null;
  }
}

const PAGE_SIZE = 50;

/** Handlers for the review queue and a single review with its evidence. */
export function reviewCalls(context: ConsoleContext): ConsoleHandlersFor<'reviews' | 'review'> {
  return {
    reviews: (input, { person }) => listReviews(context, input, person),
    review: ({ id }, { person }) => readReviewPage(context, id, person),
  };
}

async function listReviews(
  { database, settings }: ConsoleContext,
  { kind, cursor }: ConsoleCallInput<'reviews'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'reviews'>> {
  const [queued, counts, decided, now] = await Promise.all([
    listQueuedReviews(database, { kind, after: parseReviewCursor(cursor), limit: PAGE_SIZE + 1 }),
    countQueuedReviews(database),
    readTodaysDecisions(database),
    database.now(),
  ]);
  const page = queued.slice(0, PAGE_SIZE);
  const [subjects, holders] = await Promise.all([readSubjects(database, page), findReviewAssignees(database, page)]);
  const last = page.at(-1);
  return {
    rows: page.flatMap((one, at) => {
      const subject = subjects[at];
      return subject
        ? [presentReviewRow(person, settings(), one, subject, holders.get(toReviewItemKey(one)) ?? null)]
        : [];
    }),
    next: queued.length > PAGE_SIZE && last ? formatReviewCursor(last) : null,
    counts,
    decidedToday: decided,
    readAt: now.toISOString(),
  };
}
