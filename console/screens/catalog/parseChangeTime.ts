import { parseUtcMinute } from '../../parts/time/parseUtcMinute.ts';

const MAX_DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/** Parses `2026-12-01 06:00` in UTC to the signed form, or returns what is wrong with it. */
export function parseChangeTime(text: string, nowMs: number): { readonly iso: string } | { readonly fault: string } {
  const iso = parseUtcMinute(text);
  if (iso === undefined) return { fault: 'Enter a time in UTC, such as 2026-12-01 06:00.' };
  const at = Date.parse(iso);
  if (at <= nowMs) return { fault: 'That time is in the past.' };
  if (at > nowMs + MAX_DAYS_AHEAD * DAY_MS) return { fault: 'Schedule it at most 30 days ahead.' };
  return { iso };
}
