import { join } from 'node:path';
import fastify from 'fastify';
import { openBooks } from '../world/books.ts';
import type { StandIn, World } from '../world/standIn.ts';
import { createWebhookSender } from '../world/webhookSender.ts';
import { type ApplicantService, createApplicantService, type VerdictOutcome } from './applicantService.ts';
import { type Applicant, EMPTY_STATE, type Verdict } from './applicants.ts';
import { installApiRoutes } from './installApiRoutes.ts';
import { installHostedPage } from './installHostedPage.ts';

export type SumsubStandIn = StandIn &
  Pick<ApplicantService, 'moveByWorkflow'> & {
    /** Newest first. */
    applicants(): readonly Applicant[];
    /**
     * Decides on an applicant by email address, applicant id or the product's own id. An applicant with a link counts as having
     * submitted documents. A verdict on an unknown applicant is stored until the product creates a link for the applicant.
     */
    setVerdict(emailOrApplicantId: string, verdict: Verdict): Promise<VerdictOutcome>;
  };

/** Starts a stand-in for the part of Sumsub's protocol that the product uses. Port 0 takes any free one. */
export async function startSumsub(world: World, port: number): Promise<SumsubStandIn> {
  const books = openBooks(join(world.dataDir, 'sumsub.json'), structuredClone(EMPTY_STATE));
  const webhooks = createWebhookSender('sumsub', world.faults);
  const service = createApplicantService(world, books, webhooks);
  const app = fastify({ forceCloseConnections: true });
  let url = '';

  await app.register(async (api) =>
    installApiRoutes(api, { world, service, pageUrl: (token) => `${url}/websdk/p/${token}` }),
  );
  await app.register(async (page) => installHostedPage(page, service));
  app.get('/api/books', async () => books.state);

  const bound = await app.listen({ host: '127.0.0.1', port });
  url = `http://localhost:${new URL(bound).port}`;

  return {
    name: 'sumsub',
    url,
    books: () => books.state,
    applicants: () => Object.values(books.state.applicants).toReversed(),
    setVerdict: (who, verdict) => service.setVerdict(who, verdict),
    moveByWorkflow: (applicantId, levelName) => service.moveByWorkflow(applicantId, levelName),
    async stop() {
      await webhooks.stop();
      await app.close();
      await books.settled();
    },
  };
}
