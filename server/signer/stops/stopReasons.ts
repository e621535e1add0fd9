import { readFile, stat } from 'node:fs/promises';
import type { Stop } from './judgeStop.ts';
import type { Stops } from './stops.ts';

/** A reason for which nothing is signed. */
export type StopReason = {
  /** Null for the file on the signer's machine. */
  readonly who: string | null;
  /** The hash of the statement, for a stop that a person signed. */
  readonly statement: string | null;
  readonly since: Date;
  readonly why: string;
};

/** Returns the active stops: the file on the signer's machine, then those that people have signed, the oldest first. */
export async function listStopReasons(path: string, stops: Stops): Promise<readonly StopReason[]> {
  const file = await readStopFile(path);
  return [...(file ? [file] : []), ...(await stops.listActive()).map(toStopReason)];
}

/**
 * Returns the reason of the stop, or undefined if the signer may sign. It contains no person's name, since workers store it
 * with the order. If the stop file exists, signed stops are not read.
 */
export async function findStopReasonText(path: string, stops: Stops): Promise<string | undefined> {
  const file = await readStopFile(path);
  if (file) return `stopped by ${path}: ${file.why || 'without a reason'}`;
  const [stop] = await stops.listActive();
  return stop && `stopped by a person at ${stop.at}: stop ${stop.hash.slice(0, 12)}`;
}

/** Reads the stop file. Every user of the machine can create it; only the signer's user can remove it. */
export async function readStopFile(path: string): Promise<StopReason | undefined> {
  try {
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { who: null, statement: null, since: mtime, why: text.trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function toStopReason({ who, hash, at, why }: Stop): StopReason {
  return { who, statement: hash, since: new Date(at), why };
}
