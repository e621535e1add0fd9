const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/;

/** `2026-12-01 06:00` in UTC as it is signed, or what is wrong with it. */
export function changeTime(text: string, nowMs: number): { readonly iso: string } | { readonly fault: string } {
  const [, day = '', minute = ''] = TIME.exec(text.trim()) ?? [];
  const iso = `${day}T${minute}:00.000Z`;
  const at = new Date(iso);
  // A day that its month does not have becomes one of the next.
  if (day === '' || Number.isNaN(at.getTime()) || at.toISOString() !== iso)
    return { fault: 'Say it in UTC, as 2026-12-01 06:00.' };
  if (at.getTime() <= nowMs) return { fault: 'That time is over.' };
  if (at.getTime() > nowMs + MOST_DAYS * DAY_MS)
    return { fault: 'At most 30 days ahead: ask for it when its time is nearer.' };
  return { iso };
}
