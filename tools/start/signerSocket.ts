import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the smallest system allows for the path of a Unix socket: macOS; Linux allows 107 bytes. */
const LONGEST_BYTES = 103;

/**
 * Returns the path of the signer's socket for a data folder. The socket is in the temporary folder, because some file
 * systems that hold data have no sockets, or in /tmp if the path of the temporary folder is too long. Its name depends on the data
 * folder, so that runs of several clones and users do not meet.
 */
export function signerSocketPath(dataDir: string, temporaryFolder: string = tmpdir()): string {
  const name = `slipway-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.socket`;
  const path = join(temporaryFolder, name);
  return Buffer.byteLength(path) <= LONGEST_BYTES ? path : join('/tmp', name);
}
