import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum path length of a Unix socket on macOS, the strictest system; Linux allows 107 bytes. */
const MAX_PATH_BYTES = 103;

/**
 * Returns the path of the signer's socket for a data folder. It is in the temporary folder, because some file systems for
 * data do not support sockets, or in /tmp if the path of the temporary folder is too long. Its name depends on the data
 * folder, so that runs of several clones and users do not collide.
 */
export function signerSocketPath(dataDir: string, temporaryFolder: string = tmpdir()): string {
  const name = `slipway-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.socket`;
  const path = join(temporaryFolder, name);
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : join('/tmp', name);
}
