import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { projects: _, sequence: __, ...test } = base.test ?? {};

/** `npm run prove`: runs proofs that take minutes or hours and choose their own seeds. Their results are rows of PROOFS.md. */
export default defineConfig({
  test: {
    ...test,
    include: [
      '{server,e2e,tools}/**/*.prove.testing.ts',
      'server/app/api/fuzz.test.ts',
      'server/app/api/generatedRequests.test.ts',
      'server/compromise/*.test.ts',
      'server/signer/tamper*.test.ts',
    ],
    // Many times the numbers of `npm test`.
    env: {
      GENERATED_REQUESTS: process.env['GENERATED_REQUESTS'] ?? '10000',
      FUZZ_REQUESTS: process.env['FUZZ_REQUESTS'] ?? '80000',
      COMPROMISE_WITHIN: process.env['COMPROMISE_WITHIN'] ?? '300',
      TAMPERED_PAIRS: process.env['TAMPERED_PAIRS'] ?? '1000',
    },
  },
});
