import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';
import { SUMSUB_LIMITS } from './limits.ts';

/** Configuration by the operator for identity checks by Sumsub. */
export const sumsubConfigSchema = z.strictObject({
  appToken: z.string().min(1),
  secretKey: z.string().min(1),
  /** Secret of the webhook, not the API's secret key. */
  webhookSecret: z.string().min(1),
  /** The verification level that buyers are sent to. */
  levelName: z.string().min(1),
  /**
   * Levels whose approval is accepted, separated by commas; by default only `levelName`. A workflow moves applicants to
   * other levels automatically (https://docs.sumsub.com/docs/get-started-with-workflow-builder).
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

/** An id of no applicant, queried only to check the keys. */
const NO_APPLICANT = 'slipway-asks-whether-its-keys-are-taken';

export const sumsubVendor = defineVendor({
  id: 'sumsub',
  family: 'identity',
  label: 'Sumsub',
  hosts: ['https://api.sumsub.com'],
  // GET calls for an order whose buyer shows a document: one to open the check, one every ten seconds for ten minutes, and
  // one for the completed review.
  limits: [
    {
      what: 'GET calls',
      ...SUMSUB_LIMITS.GET,
      callsPerOrder: 1 + 60 + 1,
      callsPerMinute: 0,
      source: 'https://docs.sumsub.com/reference/rate-limits',
    },
    {
      what: 'POST calls',
      ...SUMSUB_LIMITS.POST,
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
  getEnvironment: ({ appToken }) => findTokenEnvironment(appToken),
  create: async (config, { now }) => (await import('./sumsub.ts')).createSumsubVerifier(config, now),
  checkCredentials: async (config, { now }) => {
    const { createSumsubClient } = await import('./client.ts');
    const answer = await createSumsubClient(config, now).findApplicant(NO_APPLICANT);
    if (answer.kind === 'answered' || answer.kind === 'not_found') return ok(findTokenEnvironment(config.appToken));
    if (answer.kind === 'failed' && /answered (?:401|403)$/.test(answer.detail))
      return refused('Sumsub rejects SUMSUB_APP_TOKEN with SUMSUB_SECRET_KEY');
    return { kind: 'unavailable', retryAfterMs: 0, detail: answer.detail };
  },
});

/** Returns the environment that the prefix of an app token names (docs.sumsub.com, app tokens). */
function findTokenEnvironment(token: string): 'test' | 'live' | 'unknown' {
  if (token.startsWith('sbx:')) return 'test';
  return token.startsWith('prd:') ? 'live' : 'unknown';
}
