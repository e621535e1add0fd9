/** What every line has, and what says nothing to a person at the terminal. */
const LEFT_OUT = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'error', 'v']);
const LEVELS: Readonly<Record<number, string>> = { 40: 'WARNING ', 50: 'ERROR ', 60: 'FATAL ' };

/** A line of a log as a person reads it: JSON becomes its message, its fields and its error; anything else stays. */
export function describeLine(line: string): string {
  const entry = readEntry(line);
  if (!entry) return line;
  const { level, msg, error } = entry;
  const fields = Object.entries(entry)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [`${LEVELS[Number(level)] ?? ''}${String(msg)}`, ...fields, ...described(error)].join('  ');
}

function readEntry(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'msg' in value ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function described(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { message, stack } = error as { message?: string; stack?: string };
  return [stack ?? message ?? JSON.stringify(error)];
}
