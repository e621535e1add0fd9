const DAY_MS = 86_400_000;

/** Returns every day of the range, without its end, including days without data. */
export function listDays(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
