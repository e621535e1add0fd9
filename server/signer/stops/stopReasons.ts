import { readFile, stat } from 'node:fs/promises';
import type { Stop } from './judgeStop.ts';
import type { Stops } from './stops.ts';

/** A reason for which nothing is signed. */
export type StopReason = {
  /** Null: a file on the signer's machine. */
  readonly who: string | null;
  /** The hash of the statement, for a stop that a person signed. */
  readonly statement: string | null;
  readonly since: Date;
  readonly why: string;
};

/** Returns the active stops: the file on the signer's machine, then those that people have signed, the oldest first. */
export async function listStopReasons(path: string, stops: Stops): Promise<readonly StopReason[]> {
  const file = await readStopFile(path);
  return [...(file ? [file] : []), ...(await stops.standing()).map(toStopReason)];
}

/**
 * Returns the reason as text without a person's name, which workers store with the order. Undefined if the signer may sign. If
 * the file is there, signed stops are not read.
 */
export async function findStopReasonText(path: string, stops: Stops): Promise<string | undefined> {
  const file = await readStopFile(path);
  if (file) return `stopped by ${path}: ${file.why || 'without a reason'}`;
  const [stop] = await stops.standing();
  return stop && `stopped by a person at ${stop.at}: stop ${stop.hash.slice(0, 12)}`;
}

/** Reads the stop file: every user of the signer's machine can create it, and only its user can remove it. */
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
