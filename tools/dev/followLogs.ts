import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeLine } from './describeLine.ts';

const LOOK_EVERY_MS = 100;
const AT_MOST_BYTES = 256 * 1024;

/**
 * Says what the parts log from now on, each line with its part's name before it, until what it returns is called. The parts
 * write to files, not to us, so that they can outlive a terminal that is gone.
 */
export function followLogs(folder: string, parts: readonly string[], say: (line: string) => void): () => void {
  const width = Math.max(...parts.map((part) => part.length));
  const readers = parts.map((part) => ({ part, read: createReader(join(folder, `${part}.log`)) }));
  const look = () => {
    for (const { part, read } of readers) {
      for (const line of read()) say(`${part.padEnd(width)} | ${describeLine(line)}`);
    }
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(looking);
    look();
  };
}

/** Gives the whole lines that have come since it was last asked. A file that is there already is an earlier run's. */
function createReader(file: string): () => readonly string[] {
  const earlier = statSync(file, { throwIfNoEntry: false })?.ino;
  let inode: number | undefined;
  let offset = 0;
  let rest = Buffer.alloc(0);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found || found.ino === earlier) return [];
    if (found.ino !== inode) {
      inode = found.ino;
      offset = 0;
      rest = Buffer.alloc(0);
    }
    const more = readFrom(file, offset, Math.min(found.size - offset, AT_MOST_BYTES));
    offset += more.length;
    const text = Buffer.concat([rest, more]);
    const end = text.lastIndexOf('\n') + 1;
    rest = text.subarray(end);
    return text
      .subarray(0, end)
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
  };
}

function readFrom(file: string, offset: number, length: number): Buffer {
  if (length <= 0) return Buffer.alloc(0);
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
  } finally {
    closeSync(descriptor);
  }
}
