import { z } from 'zod';
import { vendorOf } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';

/** What an operator sets to have Sumsub check identities. */
export const sumsubConfigSchema = z.strictObject({
  appToken: z.string().min(1),
  secretKey: z.string().min(1),
  /** Of the webhook that points to us; not the API's secret key. */
  webhookSecret: z.string().min(1),
  /** The verification level that a buyer is sent to. */
  levelName: z.string().min(1),
  /**
   * The levels on which an approval counts, separated by commas; `levelName` alone where nothing is set. A workflow moves
   * applicants to other levels by itself (https://docs.sumsub.com/docs/get-started-with-workflow-builder).
   */
  acceptedLevels: z.string().transform(splitLevels).pipe(z.array(z.string()).min(1)).optional(),
  apiUrl: z.url({ protocol: /^https?$/ }).default('https://api.sumsub.com'),
});

export type SumsubConfig = z.infer<typeof sumsubConfigSchema>;

function splitLevels(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Nobody's: asked for only to see whether the keys are taken. */
const NO_APPLICANT = 'slipway-asks-whether-its-keys-are-taken';

export const sumsubVendor = vendorOf({
  id: 'sumsub',
  family: 'identity',
  label: 'Sumsub',
  hosts: ['https://api.sumsub.com'],
  // Of an order whose buyer shows a document: it is looked at every ten seconds, for ten minutes.
  limits: [
    {
      what: 'GET calls',
      calls: 300,
      perSeconds: 5,
      callsPerOrder: 60,
      callsPerMinute: 0,
      source: 'https://docs.sumsub.com/reference/rate-limits',
    },
    {
      what: 'POST calls',
      calls: 50,
      perSeconds: 5,
      callsPerOrder: 3,
      callsPerMinute: 0,
      source: 'https://docs.sumsub.com/reference/rate-limits',
    },
  ],
  config: sumsubConfigSchema,
  variables: {
    SUMSUB_APP_TOKEN: { sets: 'appToken', secret: true },
    SUMSUB_SECRET_KEY: { sets: 'secretKey', secret: true },
    SUMSUB_WEBHOOK_SECRET: { sets: 'webhookSecret', secret: true },
    SUMSUB_LEVEL: { sets: 'levelName' },
    SUMSUB_ACCEPTED_LEVELS: { sets: 'acceptedLevels' },
    SUMSUB_API_URL: { sets: 'apiUrl', address: true },
  },
  environmentOf: ({ appToken }) => environmentOfToken(appToken),
  create: async (config, { now }) => (await import('./sumsub.ts')).createSumsubVerifier(config, now),
  ask: async (config, { now }) => {
    const { createSumsubClient } = await import('./client.ts');
    const answer = await createSumsubClient(config, now).findApplicant(NO_APPLICANT);
    if (answer.kind === 'answered' || answer.kind === 'not_found') return ok(environmentOfToken(config.appToken));
    if (answer.kind === 'failed' && /answered (?:401|403)$/.test(answer.detail))
      return refused('Sumsub does not take SUMSUB_APP_TOKEN with SUMSUB_SECRET_KEY');
    return { kind: 'unavailable', retryAfterMs: 0, detail: answer.detail };
  },
});

/** App tokens say which environment they were made in (docs.sumsub.com, app tokens). */
function environmentOfToken(token: string): 'test' | 'live' | 'unknown' {
  if (token.startsWith('sbx:')) return 'test';
  return token.startsWith('prd:') ? 'live' : 'unknown';
}
