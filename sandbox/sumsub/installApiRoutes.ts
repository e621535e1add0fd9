import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import type { ApplicantService } from './applicantService.ts';
import { findApplicantByUser } from './applicants.ts';
import { findSignatureError, formatApplicant, formatReview } from './wire.ts';

const webAddress = z.url({ protocol: /^https?$/ });

const applicantSchema = z.object({ externalUserId: z.string().min(1), email: z.string().optional() });

const linkSchema = z.object({
  levelName: z.string().optional(),
  userId: z.string().min(1),
  ttlInSecs: z.number().int().positive().default(1800),
  applicantIdentifiers: z.object({ email: z.string().optional(), phone: z.string().optional() }).optional(),
  redirect: z.object({ successUrl: webAddress.optional(), rejectUrl: webAddress.optional() }).optional(),
});

const LEVELS: readonly string[] = [credentials.sumsub.level, credentials.sumsub.workflowLevel];

export type ApiRoutesOptions = {
  readonly world: World;
  readonly service: ApplicantService;
  readonly pageUrl: (token: string) => string;
};

/** Registers the part of Sumsub's API that the product uses. Handlers get bodies as text, since the signature covers it. */
export function installApiRoutes(app: FastifyInstance, { world, service, pageUrl }: ApiRoutesOptions): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  installTransportFaults(app, 'sumsub', world.faults);

  app.addHook('preHandler', async (request, reply) => {
    const fault = findSignatureError(
      { method: request.method, url: request.url, body: getBodyText(request), headers: request.headers },
      credentials.sumsub,
      [new Date(), world.clock.now()],
    );
    return fault ? sendError(reply, 401, fault) : undefined;
  });

  app.post<{ Querystring: { levelName?: string } }>('/resources/applicants', async (request, reply) => {
    const parsed = parseBody(applicantSchema, request);
    if ('fault' in parsed) return sendError(reply, 400, parsed.fault);
    const { externalUserId, email = '' } = parsed.body;
    const levelName = request.query.levelName ?? '';
    if (!LEVELS.includes(levelName)) return sendError(reply, 404, `Level '${levelName}' not found`);
    const existing = findApplicantByUser(service.state, externalUserId);
    if (existing) {
      return sendError(
        reply,
        409,
        `Applicant with external user id '${externalUserId}' already exists: ${existing.id}`,
      );
    }
    const applicant = await service.createApplicant({ externalUserId, email, levelName });
    return reply.code(201).send(formatApplicant(applicant));
  });

  app.get<{ Params: { '*': string } }>('/resources/applicants/*', async (request, reply) => {
    const user = /^-;externalUserId=(.+)\/one$/.exec(request.params['*'])?.[1];
    if (user !== undefined) {
      const applicant = findApplicantByUser(service.state, user);
      return applicant ? formatApplicant(applicant) : sendError(reply, 404, 'Applicant not found');
    }
    const id = /^([^/]+)\/status$/.exec(request.params['*'])?.[1];
    const applicant = id === undefined ? undefined : service.state.applicants[id];
    return applicant ? formatReview(applicant) : sendError(reply, 404, 'Applicant not found');
  });

  app.post<{ Params: { level: string } }>(
    '/resources/sdkIntegrations/levels/:level/websdkLink',
    async (request, reply) => {
      const parsed = parseBody(linkSchema, request);
      if ('fault' in parsed) return sendError(reply, 400, parsed.fault);
      const { body } = parsed;
      const levelName = request.params.level === '-' ? (body.levelName ?? '') : request.params.level;
      if (!LEVELS.includes(levelName)) return sendError(reply, 404, `Level '${levelName}' not found`);
      const link = await service.createLink({
        externalUserId: body.userId,
        email: body.applicantIdentifiers?.email ?? '',
        levelName,
        ttlSeconds: body.ttlInSecs,
        successUrl: body.redirect?.successUrl ?? null,
        rejectUrl: body.redirect?.rejectUrl ?? null,
      });
      return { url: pageUrl(link.token) };
    },
  );
}

function getBodyText(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : '';
}

function parseBody<Body>(schema: z.ZodType<Body>, request: FastifyRequest): { body: Body } | { fault: string } {
  try {
    const result = schema.safeParse(JSON.parse(getBodyText(request)));
    return result.success ? { body: result.data } : { fault: z.prettifyError(result.error) };
  } catch {
    return { fault: 'Malformed JSON' };
  }
}

function sendError(reply: FastifyReply, code: number, description: string): FastifyReply {
  return reply.code(code).send({ description, code, correlationId: randomUUID().replaceAll('-', '') });
}
