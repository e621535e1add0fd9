import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { AuditSeal } from './auditSeal.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const shape = z.object({ line: z.int(), hash: hex, persons: hex, seal: hex });

/** Adds what was sealed to a file that is only ever added to, and waits until it is on the disk. */
export async function writeAnchor(
  path: string,
  at: Date,
  { lineId, lineHash, personsHead, seal }: AuditSeal,
): Promise<void> {
  const said = { line: lineId, hash: lineHash.toString('hex'), persons: personsHead, seal: seal.toString('hex') };
  const file = await open(path, 'a', 0o600);
  try {
    // Behind a line that was cut off when the machine stopped.
    await file.appendFile(`\n${JSON.stringify({ at: at.toISOString(), ...said })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Everything that was written, oldest first; nothing where there is no file yet. Throws for what was not written here. */
export async function readAnchors(path: string): Promise<AuditSeal[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const isWhole = (line: string) => line.endsWith('}');
  return text.split('\n').filter(isWhole).map(readAnchor);
}

function readAnchor(line: string): AuditSeal {
  const said = shape.parse(JSON.parse(line));
  return {
    lineId: said.line,
    lineHash: Buffer.from(said.hash, 'hex'),
    personsHead: said.persons,
    seal: Buffer.from(said.seal, 'hex'),
  };
}
