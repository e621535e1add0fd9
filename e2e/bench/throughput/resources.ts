import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const USER_FIELD = 13;
const SYSTEM_FIELD = 14;

/** What a process has used of the processors since its start (proc(5)). */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Its name may hold anything, and is the last part in brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER_FIELD - 2]) + Number(fields[SYSTEM_FIELD - 2]);
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** What a process holds in memory now. */
export function residentBytes(pid: number): number {
  const held = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(held) * 1024;
}
