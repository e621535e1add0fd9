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
  type Link,
  newestMatch,
  type SumsubState,
  submitDocuments,
  type Verdict,
  waitsForDocuments,
} from './applicants.ts';
import { hmacHex, type WebhookType, webhookBody } from './wire.ts';

export type LinkRequest = Omit<Link, 'token' | 'expiresAtMs'> & { readonly ttlSeconds: number };

/** Where a verdict of the desk went. */
export type VerdictPlace = { readonly applied: true; readonly applicantId: string } | { readonly applied: false };

/** The stand-in's business: every act is on disk before it is answered or announced. */
export type Office = {
  readonly state: SumsubState;
  createApplicant(person: { externalUserId: string; email: string; levelName: string }): Promise<Applicant>;
  createLink(request: LinkRequest): Promise<Link>;
  /** The link of a page, unless it has run out. */
  findLink(token: string): Link | undefined;
  /** The buyer opens the page: from then on there is an applicant. */
  open(link: Link): Promise<Applicant>;
  /** Documents are handed in, if they are waited for, and decided on. */
  decide(applicantId: string, verdict: Verdict): Promise<Applicant>;
  setVerdict(who: string, verdict: Verdict): Promise<VerdictPlace>;
};

type Announcement = { readonly type: WebhookType; readonly applicant: Applicant };

export function createOffice(world: World, books: Books<SumsubState>, webhooks: WebhookSender): Office {
  const { state } = books;
  const now = () => world.clock.now().getTime();

  /** Commits a change, then announces what it made known. */
  async function act<Result>(change: (announce: (type: WebhookType, applicant: Applicant) => void) => Result) {
    const announcements: (Announcement & { readonly body: string })[] = [];
    const result = await books.commit((current) =>
      change((type, applicant) => {
        current.lastEventMs = Math.max(now(), current.lastEventMs + 1);
        const event = { type, atMs: current.lastEventMs, correlationId: randomUUID().replaceAll('-', '') };
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

  function judge(applicant: Applicant, verdict: Verdict, announce: Announce): Applicant {
    if (waitsForDocuments(applicant)) {
      submitDocuments(applicant);
      announce('applicantPending', applicant);
    }
    decide(applicant, verdict, now());
    announce(applicant.reviewStatus === 'onHold' ? 'applicantOnHold' : 'applicantReviewed', applicant);
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
        const link = { ...request, token: randomBytes(16).toString('hex'), expiresAtMs: now() + ttlSeconds * 1000 };
        state.links[link.token] = link;
        const known = applicantByUser(state, link.externalUserId);
        if (known) known.levelName = link.levelName;
        // A verdict that was given before needs documents to be about: they count as handed in now.
        const verdict = takeKeptVerdict(link);
        if (verdict) judge(known ?? create(link, announce), verdict, announce);
        return link;
      }),
    findLink(token) {
      const link = state.links[token];
      return link && link.expiresAtMs > now() ? link : undefined;
    },
    open: async (link) =>
      applicantByUser(state, link.externalUserId) ??
      act((announce) => applicantByUser(state, link.externalUserId) ?? create(link, announce)),
    decide: (applicantId, verdict) =>
      act((announce) => {
        const applicant = state.applicants[applicantId];
        if (!applicant) throw new Error(`no applicant ${applicantId}`);
        return judge(applicant, verdict, announce);
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
  };
}
