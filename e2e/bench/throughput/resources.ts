import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const USER_FIELD = 13;
const SYSTEM_FIELD = 14;

/** Returns the processor time that a process has used since its start, in milliseconds (proc(5)). */
export function readProcessorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name is the last field in brackets and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER_FIELD - 2]) + Number(fields[SYSTEM_FIELD - 2]);
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/** Returns the resident memory of a process. */
export function readResidentBytes(pid: number): number {
  const residentKiB = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(residentKiB) * 1024;
}

/** Returns how many files, sockets and pipes a process has open. */
export function countOpenHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
