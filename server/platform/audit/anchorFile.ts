import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { AuditSeal } from './auditSeal.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const shape = z.object({ line: z.int(), hash: hex, persons: hex, seal: hex });

/** Appends a seal to the append-only anchor file and waits until it is on disk. */
export async function appendAnchor(
  path: string,
  at: Date,
  { lineId, lineHash, personsHead, seal }: AuditSeal,
): Promise<void> {
  const anchor = { line: lineId, hash: lineHash.toString('hex'), persons: personsHead, seal: seal.toString('hex') };
  const file = await open(path, 'a', 0o600);
  try {
    // Starts with a newline: the previous line may have been cut off by a crash.
    await file.appendFile(`\n${JSON.stringify({ at: at.toISOString(), ...anchor })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Returns all anchored seals, oldest first; none if the file does not exist. Ignores lines that a crash cut off; throws for
 * other lines that this module did not write.
 */
export async function readAnchors(path: string): Promise<AuditSeal[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const isWhole = (line: string) => line.endsWith('}');
  return text.split('\n').filter(isWhole).map(parseAnchor);
}

function parseAnchor(line: string): AuditSeal {
  const anchor = shape.parse(JSON.parse(line));
  return {
    lineId: anchor.line,
    lineHash: Buffer.from(anchor.hash, 'hex'),
    personsHead: anchor.persons,
    seal: Buffer.from(anchor.seal, 'hex'),
  };
}
