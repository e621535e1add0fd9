import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { SumsubConfig } from './manifest.ts';

const TIMEOUT_MS = 15_000;
const DEFAULT_RETRY_AFTER_MS = 5_000;

const linkSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** Extracted from the documents; `fixedInfo` beside it is what somebody has typed, and is not read. */
const extractedSchema = z.object({
  firstName: z.string().optional(),
  firstNameEn: z.string().optional(),
  middleName: z.string().optional(),
  middleNameEn: z.string().optional(),
  lastName: z.string().optional(),
  lastNameEn: z.string().optional(),
  dob: z.string().optional(),
  nationality: z.string().optional(),
});

export type Extracted = z.infer<typeof extractedSchema>;

const applicantSchema = z.object({
  id: z.string().min(1),
  externalUserId: z.string(),
  info: extractedSchema.optional(),
  review: z.object({ levelName: z.string().optional() }).optional(),
});

export type Applicant = z.infer<typeof applicantSchema>;

/** Words are left as text: {@link file://./map.ts} knows which of them mean something. */
const reviewSchema = z.object({
  levelName: z.string().optional(),
  reviewStatus: z.string(),
  reviewResult: z
    .object({
      reviewAnswer: z.string().optional(),
      reviewRejectType: z.string().optional(),
      moderationComment: z.string().optional(),
    })
    .optional(),
});

export type Review = z.infer<typeof reviewSchema>;

/** `failed`: Sumsub said no or could not be asked. `lost`: the request left, and what became of it is not known. */
export type Answer<Body> =
  | { readonly kind: 'answered'; readonly body: Body }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'failed'; readonly retryAfterMs: number; readonly detail: string }
  | { readonly kind: 'lost'; readonly detail: string };

export type LinkRequest = {
  readonly levelName: string;
  readonly externalUserId: string;
  readonly email: string;
  readonly redirectUrl: string;
  readonly language: string;
  readonly ttlSeconds: number;
};

export type SumsubClient = {
  /** https://docs.sumsub.com/reference/generate-websdk-external-link (read 2026-11-21) */
  createLink(request: LinkRequest): Promise<Answer<{ readonly url: string }>>;
  /** https://docs.sumsub.com/reference/get-applicant-data-via-externaluserid (read 2026-11-21) */
  findApplicant(externalUserId: string): Promise<Answer<Applicant>>;
  /** https://docs.sumsub.com/reference/get-applicant-review-status (read 2026-11-21) */
  getReview(applicantId: string): Promise<Answer<Review>>;
};

/** Signs as https://docs.sumsub.com/reference/authentication says; Sumsub refuses a `now` that is minutes off. */
export function createSumsubClient(config: SumsubConfig, now: () => Date): SumsubClient {
  async function call<Body>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<Body>,
    content?: unknown,
  ): Promise<Answer<Body>> {
    const body = content === undefined ? '' : JSON.stringify(content);
    const target = new URL(path, config.apiUrl);
    const stamp = String(Math.floor(now().getTime() / 1000));
    const signed = stamp + method + target.pathname + target.search + body;
    try {
      const response = await fetch(target, {
        method,
        headers: {
          accept: 'application/json',
          'x-app-token': config.appToken,
          'x-app-access-ts': stamp,
          'x-app-access-sig': createHmac('sha256', config.secretKey).update(signed).digest('hex'),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return await readAnswer(response, schema);
    } catch (error) {
      return neverLeft(error)
        ? { kind: 'failed', retryAfterMs: DEFAULT_RETRY_AFTER_MS, detail: describe(error) }
        : { kind: 'lost', detail: describe(error) };
    }
  }

  return {
    createLink: (request) =>
      call(
        'POST',
        `/resources/sdkIntegrations/levels/-/websdkLink?lang=${encodeURIComponent(request.language)}`,
        linkSchema,
        {
          levelName: request.levelName,
          userId: request.externalUserId,
          applicantIdentifiers: { email: request.email },
          redirect: { successUrl: request.redirectUrl, rejectUrl: request.redirectUrl },
          ttlInSecs: request.ttlSeconds,
        },
      ),
    findApplicant: (externalUserId) =>
      call(
        'GET',
        `/resources/applicants/-;externalUserId=${encodeURIComponent(externalUserId)}/one`,
        applicantSchema.refine((applicant) => applicant.externalUserId === externalUserId),
      ),
    getReview: (applicantId) =>
      call('GET', `/resources/applicants/${encodeURIComponent(applicantId)}/status`, reviewSchema),
  };
}

async function readAnswer<Body>(response: Response, schema: z.ZodType<Body>): Promise<Answer<Body>> {
  const text = await response.text();
  if (response.status === 404) return { kind: 'not_found' };
  const detail = `Sumsub answered ${response.status}`;
  if (response.status >= 500) return { kind: 'lost', detail };
  if (!response.ok) return { kind: 'failed', retryAfterMs: retryAfterMs(response), detail };
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success
    ? { kind: 'answered', body: parsed.data }
    : { kind: 'lost', detail: `${detail} in an unknown form` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : DEFAULT_RETRY_AFTER_MS;
}

const BEFORE_SENDING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Errors that fetch raises before a byte of the request is on its way. */
function neverLeft(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && BEFORE_SENDING.has((cause as NodeJS.ErrnoException).code ?? '');
}

/** Names the fault without the request, whose headers are secret. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'Sumsub could not be asked';
  const code = error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException).code : undefined;
  return `Sumsub could not be asked: ${code ?? error.name}`;
}
