import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type BudgetClock, BudgetSpentError, createWindowBudget } from '../../callBudget.ts';
import { SUMSUB_LIMITS } from './limits.ts';
import type { SumsubConfig } from './manifest.ts';

const TIMEOUT_MS = 15_000;
const DEFAULT_RETRY_AFTER_MS = 5_000;
/** Short, because a waiting step of an order occupies a worker. */
const LONGEST_WAIT_MS = 15_000;

const linkSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** Extracted from the documents; `fixedInfo` contains typed data and is not read. */
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

/** Statuses stay plain strings: map.ts maps the documented ones. */
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

const applicantSchema = z.object({
  id: z.string().min(1),
  externalUserId: z.string(),
  info: extractedSchema.optional(),
  /** Without the comment for the buyer, which only {@link SumsubClient.getReview} returns. */
  review: reviewSchema.partial().optional(),
});

export type Applicant = z.infer<typeof applicantSchema>;

/**
 * `failed`: Sumsub refused the request or was unreachable, or the call limit is used up. `lost`: the request was sent and its
 * effect is unknown.
 */
export type SumsubAnswer<Body> =
  | { readonly kind: 'answered'; readonly body: Body }
  | { readonly kind: 'not_found' }
  | {
      readonly kind: 'failed';
      readonly retryAfterMs: number;
      readonly detail: string;
      /** Set if Sumsub's call limit is used up. */
      readonly cause?: 'budget';
    }
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
  createLink(request: LinkRequest): Promise<SumsubAnswer<{ readonly url: string }>>;
  /** https://docs.sumsub.com/reference/get-applicant-data-via-externaluserid (read 2026-11-21) */
  findApplicant(externalUserId: string): Promise<SumsubAnswer<Applicant>>;
  /** https://docs.sumsub.com/reference/get-applicant-review-status (read 2026-11-21) */
  getReview(applicantId: string): Promise<SumsubAnswer<Review>>;
};

/**
 * Creates a client that signs its requests (https://docs.sumsub.com/reference/authentication). Sumsub rejects a request
 * if `now` is wrong by minutes.
 */
export function createSumsubClient(config: SumsubConfig, now: () => Date, budgetClock?: BudgetClock): SumsubClient {
  const budgets = {
    GET: createWindowBudget(SUMSUB_LIMITS.GET, budgetClock),
    POST: createWindowBudget(SUMSUB_LIMITS.POST, budgetClock),
  };

  function call<Body>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<Body>,
    content?: unknown,
  ): Promise<SumsubAnswer<Body>> {
    const priority = () => (method === 'POST' ? 'start' : 'read');
    const send = () => sendNow(method, path, schema, content);
    return budgets[method].run(1, priority, send, LONGEST_WAIT_MS).catch((error: unknown) => {
      if (!(error instanceof BudgetSpentError)) throw error;
      return { kind: 'failed', retryAfterMs: DEFAULT_RETRY_AFTER_MS, detail: error.message, cause: 'budget' } as const;
    });
  }

  async function sendNow<Body>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<Body>,
    content?: unknown,
  ): Promise<SumsubAnswer<Body>> {
    const body = content === undefined ? '' : JSON.stringify(content);
    const target = new URL(path, config.apiUrl);
    const timestamp = String(Math.floor(now().getTime() / 1000));
    const signed = timestamp + method + target.pathname + target.search + body;
    try {
      const response = await fetch(target, {
        method,
        headers: {
          accept: 'application/json',
          'x-app-token': config.appToken,
          'x-app-access-ts': timestamp,
          'x-app-access-sig': createHmac('sha256', config.secretKey).update(signed).digest('hex'),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return await readAnswer(response, schema);
    } catch (error) {
      return isBeforeSending(error)
        ? { kind: 'failed', retryAfterMs: DEFAULT_RETRY_AFTER_MS, detail: describeError(error) }
        : { kind: 'lost', detail: describeError(error) };
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

async function readAnswer<Body>(response: Response, schema: z.ZodType<Body>): Promise<SumsubAnswer<Body>> {
  const text = await response.text();
  if (response.status === 404) return { kind: 'not_found' };
  const detail = `Sumsub answered ${response.status}`;
  if (response.status >= 500) return { kind: 'lost', detail };
  if (!response.ok) return { kind: 'failed', retryAfterMs: readRetryAfterMs(response), detail };
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

function readRetryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : DEFAULT_RETRY_AFTER_MS;
}

const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Returns true for errors that fetch raises before any byte of the request is sent. */
function isBeforeSending(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && CONNECTION_ERRORS.has((cause as NodeJS.ErrnoException).code ?? '');
}

/** Describes the error without the request, whose headers are secret. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer from Sumsub';
  const code = error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException).code : undefined;
  return `no answer from Sumsub: ${code ?? error.name}`;
}
