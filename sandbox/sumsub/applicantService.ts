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

/** The stand-in's actions; each is on disk before it is answered or announced. */
export type ApplicantService = {
  readonly state: SumsubState;
  createApplicant(person: { externalUserId: string; email: string; levelName: string }): Promise<Applicant>;
  createLink(request: LinkRequest): Promise<IdentityLink>;
  /** Returns an unexpired link. */
  findLink(token: string): IdentityLink | undefined;
  /** Opens the page: creates the applicant if necessary; a new link moves the applicant to its level. */
  open(link: IdentityLink): Promise<Applicant>;
  /** Submits documents if they are awaited, and applies a verdict. */
  decide(applicantId: string, verdict: Verdict, extracted?: ExtractedData): Promise<Applicant>;
  setVerdict(who: string, verdict: Verdict): Promise<VerdictOutcome>;
  /** Moves the applicant to another level by a workflow. Resolves to false while a review is running. */
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

  /** Commits a change, then sends its announcements. */
  async function act<Result>(
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

  type Announce = Parameters<Parameters<typeof act>[0]>[0];

  function create(person: Parameters<ApplicantService['createApplicant']>[0], announce: Announce): Applicant {
    const applicant = createApplicant(state, person, now());
    announce('applicantCreated', applicant);
    return applicant;
  }

  function judge(applicant: Applicant, verdict: Verdict, announce: Announce, extracted?: ExtractedData): Applicant {
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
  function enter(link: IdentityLink, announce: Announce): Applicant {
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
    createApplicant: (person) => act((announce) => create(person, announce)),
    createLink: ({ ttlSeconds, ...request }) =>
      act((announce) => {
        const link: IdentityLink = {
          ...request,
          token: randomBytes(16).toString('hex'),
          expiresAtMs: now() + ttlSeconds * 1000,
          isOpened: false,
        };
        state.links[link.token] = link;
        // An earlier verdict needs documents: they count as submitted now.
        const verdict = takePreparedVerdict(link);
        if (verdict) judge(enter(link, announce), verdict, announce);
        return link;
      }),
    findLink(token) {
      const link = state.links[token];
      return link && link.expiresAtMs > now() ? link : undefined;
    },
    open: (link) => act((announce) => enter(link, announce)),
    decide: (applicantId, verdict, extracted) =>
      act((announce) => {
        const applicant = state.applicants[applicantId];
        if (!applicant) throw new Error(`no applicant ${applicantId}`);
        return judge(applicant, verdict, announce, extracted);
      }),
    setVerdict: (who, verdict) =>
      act((announce): VerdictOutcome => {
        const link = findNewestMatch(state.links, who);
        const known =
          findNewestMatch(state.applicants, who) ?? (link && findApplicantByUser(state, link.externalUserId)) ?? null;
        const applicant = known ?? (link && create(link, announce));
        if (applicant) {
          judge(applicant, verdict, announce);
          return { applied: true, applicantId: applicant.id };
        }
        state.preparedVerdicts[who.includes('@') ? who.trim().toLowerCase() : who.trim()] = verdict;
        return { applied: false };
      }),
    moveByWorkflow: (applicantId, levelName) =>
      act((announce) => {
        const applicant = state.applicants[applicantId];
        if (!applicant || !move(applicant, levelName, announce)) return false;
        applicant.isInWorkflow = true;
        return true;
      }),
  };
}
