const DAY_MS = 86_400_000;

/** Every day from one to another, which is not included: a day without anything is one too. */
export function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
