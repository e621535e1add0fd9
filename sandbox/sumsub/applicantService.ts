import { randomBytes, randomUUID } from 'node:crypto';
import type { Books } from '../world/books.ts';
import { credentials } from '../world/credentials.ts';
import type { World } from '../world/standIn.ts';
import type { WebhookSender } from '../world/webhookSender.ts';
import {
  type Applicant,
  applyVerdict,
  createApplicant,
  type ExtractedData,
  findApplicantByUser,
  findNewestMatch,
  type IdentityLink,
  isAwaitingDocuments,
  moveToLevel,
  type SumsubState,
  submitDocuments,
  type Verdict,
} from './applicants.ts';
import { computeHmacHex, formatWebhookBody, type WebhookType } from './wire.ts';

export type LinkRequest = Omit<IdentityLink, 'token' | 'expiresAtMs' | 'isOpened'> & { readonly ttlSeconds: number };

/** Result of a verdict at the desk. */
export type VerdictOutcome = { readonly applied: true; readonly applicantId: string } | { readonly applied: false };

/** The stand-in's actions. Each change is on disk before its response or webhook is sent. */
export type ApplicantService = {
  readonly state: SumsubState;
  createApplicant(person: { externalUserId: string; email: string; levelName: string }): Promise<Applicant>;
  createLink(request: LinkRequest): Promise<IdentityLink>;
  /** Returns the link if it has not expired, otherwise undefined. */
  findLink(token: string): IdentityLink | undefined;
  /** Opens the page: creates the applicant if necessary; a new link moves the applicant to its level. */
  open(link: IdentityLink): Promise<Applicant>;
  /** Submits documents if they are awaited, and applies a verdict. */
  decide(applicantId: string, verdict: Verdict, extracted?: ExtractedData): Promise<Applicant>;
  setVerdict(who: string, verdict: Verdict): Promise<VerdictOutcome>;
  /**
   * Moves the applicant to another level by a workflow. Resolves to false, without a change, if the applicant is unknown, has
   * that level already or is under review.
   */
  moveByWorkflow(applicantId: string, levelName: string): Promise<boolean>;
};

/** Verdicts that end a workflow; after any other one the applicant still has to submit something. */
const WORKFLOW_END_EVENTS: Partial<Record<Verdict, WebhookType>> = {
  accepted: 'applicantWorkflowCompleted',
  refused: 'applicantWorkflowFailed',
};

type Announcement = { readonly type: WebhookType; readonly applicant: Applicant };

export function createApplicantService(
  world: World,
  books: Books<SumsubState>,
  webhooks: WebhookSender,
): ApplicantService {
  const { state } = books;
  const now = () => world.clock.now().getTime();

  /** Commits a change, then sends the webhooks that it announced. */
  async function commitAndSend<Result>(
    change: (announce: (type: WebhookType, applicant: Applicant, previousLevelName?: string) => void) => Result,
  ) {
    const announcements: (Announcement & { readonly body: string })[] = [];
    const result = await books.commit((current) =>
      change((type, applicant, previousLevelName) => {
        current.lastEventMs = Math.max(now(), current.lastEventMs + 1);
        const event = {
          type,
          atMs: current.lastEventMs,
          correlationId: randomUUID().replaceAll('-', ''),
          ...(previousLevelName !== undefined && { previousLevelName }),
        };
        announcements.push({ type, applicant, body: formatWebhookBody(applicant, event) });
      }),
    );
    for (const { applicant, body } of announcements) {
      webhooks.send({
        url: `${world.productUrl}/webhooks/sumsub`,
        body,
        headers: () => ({
          'x-payload-digest': computeHmacHex('sha256', credentials.sumsub.webhookSecret, body),
          'x-payload-digest-alg': 'HMAC_SHA256_HEX',
        }),
        subject: `${applicant.externalUserId} ${applicant.email} ${body}`,
      });
    }
    return result;
  }

  type Announce = Parameters<Parameters<typeof commitAndSend>[0]>[0];

  function create(person: Parameters<ApplicantService['createApplicant']>[0], announce: Announce): Applicant {
    const applicant = createApplicant(state, person, now());
    announce('applicantCreated', applicant);
    return applicant;
  }

  function recordVerdict(
    applicant: Applicant,
    verdict: Verdict,
    announce: Announce,
    extracted?: ExtractedData,
  ): Applicant {
    if (isAwaitingDocuments(applicant)) {
      submitDocuments(applicant, extracted);
      announce('applicantPending', applicant);
    }
    applyVerdict(applicant, verdict, now());
    announce(applicant.reviewStatus === 'onHold' ? 'applicantOnHold' : 'applicantReviewed', applicant);
    const end = applicant.isInWorkflow ? WORKFLOW_END_EVENTS[verdict] : undefined;
    if (end) announce(end, applicant);
    return applicant;
  }

  function move(applicant: Applicant, levelName: string, announce: Announce): boolean {
    const previous = applicant.levelName;
    if (!moveToLevel(applicant, levelName)) return false;
    announce('applicantLevelChanged', applicant, previous);
    return true;
  }

  /** A link sets its level only once: opening it again keeps the level that a workflow has set. */
  function openLink(link: IdentityLink, announce: Announce): Applicant {
    const applicant = findApplicantByUser(state, link.externalUserId) ?? create(link, announce);
    if (!link.isOpened) move(applicant, link.levelName, announce);
    link.isOpened = true;
    return applicant;
  }

  function takePreparedVerdict(person: { externalUserId: string; email: string }): Verdict | undefined {
    const name = [person.email.toLowerCase(), person.externalUserId].find((key) => key in state.preparedVerdicts);
    if (name === undefined) return undefined;
    const verdict = state.preparedVerdicts[name];
    delete state.preparedVerdicts[name];
    return verdict;
  }

  return {
    state,
    createApplicant: (person) => commitAndSend((announce) => create(person, announce)),
    createLink: ({ ttlSeconds, ...request }) =>
      commitAndSend((announce) => {
        const link: IdentityLink = {
          ...request,
          token: randomBytes(16).toString('hex'),
          expiresAtMs: now() + ttlSeconds * 1000,
          isOpened: false,
        };
        state.links[link.token] = link;
        // A verdict from before the link applies now: the documents count as submitted.
        const verdict = takePreparedVerdict(link);
        if (verdict) recordVerdict(openLink(link, announce), verdict, announce);
        return link;
      }),
    findLink(token) {
      const link = state.links[token];
      return link && link.expiresAtMs > now() ? link : undefined;
    },
    open: (link) => commitAndSend((announce) => openLink(link, announce)),
    decide: (applicantId, verdict, extracted) =>
      commitAndSend((announce) => {
        const applicant = state.applicants[applicantId];
        if (!applicant) throw new Error(`no applicant ${applicantId}`);
        return recordVerdict(applicant, verdict, announce, extracted);
      }),
    setVerdict: (who, verdict) =>
      commitAndSend((announce): VerdictOutcome => {
        const link = findNewestMatch(state.links, who);
        const existing =
          findNewestMatch(state.applicants, who) ?? (link && findApplicantByUser(state, link.externalUserId)) ?? null;
        const applicant = existing ?? (link && create(link, announce));
        if (applicant) {
          recordVerdict(applicant, verdict, announce);
          return { applied: true, applicantId: applicant.id };
        }
        state.preparedVerdicts[who.includes('@') ? who.trim().toLowerCase() : who.trim()] = verdict;
        return { applied: false };
      }),
    moveByWorkflow: (applicantId, levelName) =>
      commitAndSend((announce) => {
        const applicant = state.applicants[applicantId];
        if (!applicant || !move(applicant, levelName, announce)) return false;
        applicant.isInWorkflow = true;
        return true;
      }),
  };
}
