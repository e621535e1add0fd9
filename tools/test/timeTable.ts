import { formatSeconds } from './failureText.ts';
import type { Outcome } from './runTasks.ts';

/** A part of a run that took less is left out of the table. */
const LEAST_SECONDS = 1;

/** Returns how long each check took, its parts below it, and the whole run with the pace of the machine. */
export function drawTimeTable(
  outcomes: readonly Pick<Outcome, 'task' | 'seconds' | 'parts'>[],
  totalSeconds: number,
  pace: string,
): string {
  const rows = outcomes.flatMap(({ task, seconds, parts }) => [
    row(seconds, task.check.name),
    ...parts.filter((part) => part.seconds >= LEAST_SECONDS).map((part) => row(part.seconds, `  ${part.name}`)),
  ]);
  return [
    'Time',
    ...rows,
    row(totalSeconds, `in all, at pace ${pace} (1: two idle cores of the reference machine)`),
  ].join('\n');
}

function row(seconds: number, name: string): string {
  return `${formatSeconds(seconds).padStart(14)}  ${name}`;
}
