import { readFile, stat } from 'node:fs/promises';
import type { Stop } from './judgeStop.ts';
import type { Stops } from './stops.ts';

/** Something that nothing is signed for. */
export type Stopped = {
  /** Null: a file on the signer's machine. */
  readonly who: string | null;
  /** Of the statement, for what persons have signed. */
  readonly statement: string | null;
  readonly since: Date;
  readonly why: string;
};

/** Why nothing is signed: the file on the signer's machine, then what persons have signed, the oldest first. */
export async function everyStop(path: string, stops: Stops): Promise<readonly Stopped[]> {
  const file = await stoppedByFile(path);
  return [...(file ? [file] : []), ...(await stops.standing()).map(byPerson)];
}

/**
 * The same in words, which workers keep with the order: they name no person. Undefined where something may be signed. Where the
 * file is, nobody is asked for more.
 */
export async function whyStopped(path: string, stops: Stops): Promise<string | undefined> {
  const file = await stoppedByFile(path);
  if (file) return `stopped by ${path}: ${file.why || 'without a reason'}`;
  const [stop] = await stops.standing();
  return stop && `stopped by a person at ${stop.at}: stop ${stop.hash.slice(0, 12)}`;
}

/** A file that anybody on the signer's machine can lay there, and only its user can take away. */
async function stoppedByFile(path: string): Promise<Stopped | undefined> {
  try {
    const [text, { mtime }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return { who: null, statement: null, since: mtime, why: text.trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function byPerson({ who, hash, at, why }: Stop): Stopped {
  return { who, statement: hash, since: new Date(at), why };
}
