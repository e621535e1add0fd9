import { readFileSync } from 'node:fs';
import { z } from 'zod';

const sample = z.object({
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /**
   * Maker of the file as the file shows it: the bank that it names (as account servicer, as sender, or by the bank code
   * of its account), the standard whose sample it is, or the software that wrote it. Absent if it shows none.
   */
  maker: z.string().min(1).optional(),
  /** Why the file is refused; absent if it is read. */
  refused: z.string().min(1).optional(),
});

const list = z.array(
  z.object({
    repository: z.string(),
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    licence: z.string(),
    files: z.array(sample).min(1),
  }),
);

/** Files of banks and other makers in public repositories. The files themselves are not included. */
export const publicSamples = list
  .parse(JSON.parse(readFileSync(new URL('./fixtures/publicSamples.json', import.meta.url), 'utf8')))
  .flatMap(({ files, ...origin }) => files.map((file) => ({ ...origin, ...file })));
