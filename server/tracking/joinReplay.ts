import type { ReplayPart } from './replayStore.ts';

/** The events of a recording from its parts. What a lost part has cut in two is left out. */
export function joinReplay(parts: readonly Omit<ReplayPart, 'recording'>[]): unknown[] {
  return runsOf(parts)
    .flatMap((run) => run.split('\n'))
    .flatMap(readEvent);
}

/** The text of parts that follow each other, as often as one is missing between them. */
function runsOf(parts: readonly Omit<ReplayPart, 'recording'>[]): string[] {
  const runs: string[] = [];
  parts.forEach(({ sequence, events }, index) => {
    const follows = index > 0 && parts[index - 1]?.sequence === sequence - 1;
    runs.push((follows ? (runs.pop() ?? '') : '') + events);
  });
  return runs;
}

function readEvent(line: string): unknown[] {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' && event !== null ? [event] : [];
  } catch {
    return [];
  }
}
