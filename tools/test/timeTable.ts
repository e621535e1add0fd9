import { formatSeconds } from './failureText.ts';
import type { TaskOutcome } from './runTasks.ts';

/** The table omits parts of a check that took less time. */
const MIN_SECONDS = 1;

/** Returns a table of the duration of each check with its parts, and of the whole run with the pace of the machine. */
export function drawTimeTable(
  outcomes: readonly Pick<TaskOutcome, 'task' | 'seconds' | 'parts'>[],
  totalSeconds: number,
  pace: string,
): string {
  const rows = outcomes.flatMap(({ task, seconds, parts }) => [
    formatRow(seconds, task.check.name),
    ...parts.filter((part) => part.seconds >= MIN_SECONDS).map((part) => formatRow(part.seconds, `  ${part.name}`)),
  ]);
  return [
    'Time',
    ...rows,
    formatRow(totalSeconds, `in all, at pace ${pace} (1: two idle cores of the reference machine)`),
  ].join('\n');
}

function formatRow(seconds: number, name: string): string {
  return `${formatSeconds(seconds).padStart(14)}  ${name}`;
}
