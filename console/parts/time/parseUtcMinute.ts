const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/;

/**
 * Parses `2026-12-01 06:00` in UTC to an ISO time. Returns undefined for anything else and for days that do not exist.
 */
export function parseUtcMinute(text: string): string | undefined {
  const [, day, minute] = TIME.exec(text.trim()) ?? [];
  const iso = `${day}T${minute}:00.000Z`;
  const at = new Date(iso);
  // `Date` turns 31 November into 1 December.
  return Number.isNaN(at.getTime()) || at.toISOString() !== iso ? undefined : iso;
}
