import { AppError } from '../platform/http/appError.ts';

/** The last row of a page; the next page continues with older rows. */
export type PageCursor = {
  /** At the database's full precision. */
  readonly at: string;
  readonly id: string;
};

/** For example `2026-11-21 10:38:12.123456+00 attempt_…`. */
const CURSOR = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?) ([\w-]{1,80})$/;

export function formatPageCursor({ at, id }: PageCursor): string {
  return `${at} ${id}`;
}

/** Throws `act_refused` for a malformed cursor. */
export function parsePageCursor(cursor: string | undefined): PageCursor | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined)
    throw new AppError('act_refused', { reason: 'This page of the list is no longer available. Reload the list.' });
  return { at, id };
}
