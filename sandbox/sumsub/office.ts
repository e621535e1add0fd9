import { randomBytes, randomUUID } from 'node:crypto';
import type { Books } from '../world/books.ts';
import { credentials } from '../world/credentials.ts';
import type { World } from '../world/standIn.ts';
import type { WebhookSender } from '../world/webhookSender.ts';
import {
  type Applicant,
  applicantByUser,
  createApplicant,
  decide,
  type Extracted,
  type Link,
  moveToLevel,
  newestMatch,
  type SumsubState,
  submitDocuments,
  type Verdict,
  waitsForDocuments,
} from './applicants.ts';
import { hmacHex, type WebhookType, webhookBody } from './wire.ts';

export type LinkRequest = Omit<Link, 'token' | 'expiresAtMs' | 'isOpened'> & { readonly ttlSeconds: number };

/** Where a verdict of the desk went. */
export type VerdictPlace = { readonly applied: true; readonly applicantId: string } | { readonly applied: false };

/** The stand-in's business: every act is on disk before it is answered or announced. */
export type Office = {
  readonly state: SumsubState;
  createApplicant(person: { externalUserId: string; email: string; levelName: string }): Promise<Applicant>;
  createLink(request: LinkRequest): Promise<Link>;
  /** The link of a page, unless it has run out. */
  findLink(token: string): Link | undefined;
  /** The buyer opens the page: from then on there is an applicant, whom a new link leads to its level. */
  open(link: Link): Promise<Applicant>;
  /** Documents are handed in, if they are waited for, and decided on. */
  decide(applicantId: string, verdict: Verdict, extracted?: Extracted): Promise<Applicant>;
  setVerdict(who: string, verdict: Verdict): Promise<VerdictPlace>;
  /** A workflow leads the applicant to another level. False where a review runs. */
  moveByWorkflow(applicantId: string, levelName: string): Promise<boolean>;
};

/** The verdicts that end a workflow; after any other one the applicant is still asked for something. */
const WORKFLOW_ENDS: Partial<Record<Verdict, WebhookType>> = {
  accepted: 'applicantWorkflowCompleted',
  refused: 'applicantWorkflowFailed',
};

type Announcement = { readonly type: WebhookType; readonly applicant: Applicant };

export function createOffice(world: World, books: Books<SumsubState>, webhooks: WebhookSender): Office {
  const { state } = books;
  const now = () => world.clock.now().getTime();

  /** Commits a change, then announces what it made known. */
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
        announcements.push({ type, applicant, body: webhookBody(applicant, event) });
      }),
    );
    for (const { applicant, body } of announcements) {
      webhooks.send({
        url: `${world.productUrl}/webhooks/sumsub`,
        body,
        headers: () => ({
          'x-payload-digest': hmacHex('sha256', credentials.sumsub.webhookSecret, body),
          'x-payload-digest-alg': 'HMAC_SHA256_HEX',
        }),
        subject: `${applicant.externalUserId} ${applicant.email} ${body}`,
      });
    }
    return result;
  }

  type Announce = Parameters<Parameters<typeof act>[0]>[0];

  function create(person: Parameters<Office['createApplicant']>[0], announce: Announce): Applicant {
    const applicant = createApplicant(state, person, now());
    announce('applicantCreated', applicant);
    return applicant;
  }

  function judge(applicant: Applicant, verdict: Verdict, announce: Announce, extracted?: Extracted): Applicant {
    if (waitsForDocuments(applicant)) {
      submitDocuments(applicant, extracted);
      announce('applicantPending', applicant);
    }
    decide(applicant, verdict, now());
    announce(applicant.reviewStatus === 'onHold' ? 'applicantOnHold' : 'applicantReviewed', applicant);
    const end = applicant.isInWorkflow ? WORKFLOW_ENDS[verdict] : undefined;
    if (end) announce(end, applicant);
    return applicant;
  }

  function move(applicant: Applicant, levelName: string, announce: Announce): boolean {
    const previous = applicant.levelName;
    if (!moveToLevel(applicant, levelName)) return false;
    announce('applicantLevelChanged', applicant, previous);
    return true;
  }

  /** A link leads to its level once: who opens it again goes on where a workflow has led them. */
  function enter(link: Link, announce: Announce): Applicant {
    const applicant = applicantByUser(state, link.externalUserId) ?? create(link, announce);
    if (!link.isOpened) move(applicant, link.levelName, announce);
    link.isOpened = true;
    return applicant;
  }

  function takeKeptVerdict(person: { externalUserId: string; email: string }): Verdict | undefined {
    const name = [person.email.toLowerCase(), person.externalUserId].find((key) => key in state.keptVerdicts);
    if (name === undefined) return undefined;
    const verdict = state.keptVerdicts[name];
    delete state.keptVerdicts[name];
    return verdict;
  }

  return {
    state,
    createApplicant: (person) => act((announce) => create(person, announce)),
    createLink: ({ ttlSeconds, ...request }) =>
      act((announce) => {
        const link: Link = {
          ...request,
          token: randomBytes(16).toString('hex'),
          expiresAtMs: now() + ttlSeconds * 1000,
          isOpened: false,
        };
        state.links[link.token] = link;
        // A verdict that was given before needs documents to be about: they count as handed in now.
        const verdict = takeKeptVerdict(link);
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
      act((announce): VerdictPlace => {
        const link = newestMatch(state.links, who);
        const known =
          newestMatch(state.applicants, who) ?? (link && applicantByUser(state, link.externalUserId)) ?? null;
        const applicant = known ?? (link && create(link, announce));
        if (applicant) {
          judge(applicant, verdict, announce);
          return { applied: true, applicantId: applicant.id };
        }
        state.keptVerdicts[who.includes('@') ? who.trim().toLowerCase() : who.trim()] = verdict;
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
