import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from './childProcess.ts';

const WARNING_LEVEL = 40;
const ERROR_LEVEL = 50;

/** How many warnings and errors the parts logged in this run, one line for each log; empty when there were none. */
export function troubleInLogs(logFolder: string): string {
  const logs = readdirSync(logFolder).filter((name) => name.endsWith('.log') && !name.endsWith('.earlier.log'));
  return logs.flatMap((name) => describe(join(logFolder, name))).join('\n');
}

function describe(file: string): string[] {
  const levels = readLog(file).split('\n').map(levelOf);
  const errors = levels.filter((level) => level >= ERROR_LEVEL).length;
  const warnings = levels.filter((level) => level >= WARNING_LEVEL && level < ERROR_LEVEL).length;
  const counts = [...counted(errors, 'error'), ...counted(warnings, 'warning')];
  return counts.length > 0 ? [`${counts.join(' and ')} in ${file}`] : [];
}

function counted(count: number, word: string): string[] {
  return count > 0 ? [`${count} ${word}${count > 1 ? 's' : ''}`] : [];
}

function levelOf(line: string): number {
  return Number(/"level":(\d+)/.exec(line)?.[1] ?? 0);
}
