import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordProof } from '../../../tools/proofs/recordProof.ts';
import { randomToken } from '../../platform/secrets.ts';
import { anyMutation, mutateText } from './mutatedLink.testing.ts';
import { readLink } from './readLink.ts';
import { signLink } from './signedLink.testing.ts';

const links = Number(process.env['PROVE_LINKS'] ?? 100_000);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);

const key = { id: 'link_1', secret: Buffer.alloc(32, 7) };
const now = new Date('2026-11-21T10:00:00Z');
const anyClaims = fc.record({
  origin: fc.constant('https://shop.example'),
  sendCurrency: fc.constantFrom('EUR', 'USD'),
  sendCurrencyAmount: fc.integer({ min: 1, max: 100_000 }).map(String),
  getCurrency: fc.constantFrom('BTC', 'ETH'),
  reference: fc.string({ maxLength: 40 }),
});

test(`refuses ${links} links that were changed after they were signed`, { timeout: 3_600_000 }, async () => {
  const refused = fc.asyncProperty(
    anyClaims,
    fc.array(anyMutation, { minLength: 1, maxLength: 3 }),
    async (claims, changes) => {
      const link = await signLink(key, { ...claims, jti: randomToken() }, { now });
      const changed = changes.reduce(mutateText, link);
      fc.pre(changed !== link);
      expect(await readLink(link, key.secret, now)).toMatchObject({ kind: 'link' });
      expect(await readLink(changed, key.secret, now)).toMatchObject({ kind: 'refused' });
    },
  );
  await fc.assert(refused, { numRuns: links, seed });
  recordProof('Altered signed links', {
    figures: `${links} links changed after they were signed`,
    seed: `${seed}`,
    result: 'none opened',
  });
});
