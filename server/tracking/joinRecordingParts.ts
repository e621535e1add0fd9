import type { RecordingPart } from './recordingStore.ts';

/** Joins the parts of a recording into its events. Events cut by a missing part are left out. */
export function joinRecordingParts(parts: readonly Omit<RecordingPart, 'recording'>[]): unknown[] {
  return joinConsecutiveParts(parts)
    .flatMap((run) => run.split('\n'))
    .flatMap(readEvent);
}

/** Returns the concatenated text of each uninterrupted sequence of parts. */
function joinConsecutiveParts(parts: readonly Omit<RecordingPart, 'recording'>[]): string[] {
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
