import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, type Markup } from '../desk/html.ts';
import { LOGO, sendPage } from '../desk/sendPage.ts';
import type { ApplicantService } from './applicantService.ts';
import {
  type Applicant,
  DEFAULT_DOCUMENT,
  type ExtractedData,
  type IdentityLink,
  isAwaitingDocuments,
} from './applicants.ts';

const decisionSchema = z.object({
  verdict: z.enum(['accepted', 'refused', 'review', 'retry']),
  firstName: z.string().default(DEFAULT_DOCUMENT.firstName),
  lastName: z.string().default(DEFAULT_DOCUMENT.lastName),
  dob: z.iso.date().default(DEFAULT_DOCUMENT.dob),
  nationality: z.string().length(3).default(DEFAULT_DOCUMENT.nationality),
});

type PageRoute = { Params: { token: string } };

/** Registers the page behind a verification link. The page evaluates no documents: the visitor chooses the verdict. */
export function installHostedPage(app: FastifyInstance, service: ApplicantService): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<PageRoute>('/websdk/p/:token', async (request, reply) => {
    const link = service.findLink(request.params.token);
    if (!link) return sendPage(reply.code(410), EXPIRED);
    return sendPage(reply, { title: 'Verify your identity', body: identityPage(link, await service.open(link)) });
  });

  app.post<PageRoute>('/websdk/p/:token', async (request, reply) => {
    const link = service.findLink(request.params.token);
    if (!link) return sendPage(reply.code(410), EXPIRED);
    const decision = decisionSchema.safeParse(request.body);
    if (!decision.success) return reply.code(400).send({ message: z.prettifyError(decision.error) });
    const { verdict, ...extracted } = decision.data;
    const applicant = await service.decide((await service.open(link)).id, verdict, extracted);
    return reply.redirect(getReturnUrl(link, applicant) ?? `/websdk/p/${link.token}`, 303);
  });
}

/** Returns the buyer's return address. During a manual review it is the success address, as at the vendor. */
function getReturnUrl(link: IdentityLink, applicant: Applicant): string | null {
  return applicant.reviewResult?.reviewAnswer === 'RED' ? link.rejectUrl : link.successUrl;
}

const EXPIRED = {
  title: 'Link expired',
  body: html`${header()}<main class="narrow"><h1>This link has expired</h1>
<p class="lede">Go back to the page that you came from and start the check again.</p></main>`,
};

function header(): Markup {
  return html`<header class="bar">${LOGO}<p>Identity check</p></header>`;
}

function statusTag(applicant: Applicant): Markup {
  switch (applicant.reviewStatus) {
    case 'init':
      return html`<span class="tag">No documents yet</span>`;
    case 'pending':
    case 'onHold':
      return html`<span class="tag warn">Under review</span>`;
    case 'completed':
      if (applicant.reviewResult?.reviewAnswer === 'GREEN') return html`<span class="tag good">Approved</span>`;
      return applicant.reviewResult?.reviewRejectType === 'RETRY'
        ? html`<span class="tag warn">New picture needed</span>`
        : html`<span class="tag bad">Refused</span>`;
  }
}

function documentField(name: keyof ExtractedData, label: string, { extracted = DEFAULT_DOCUMENT }: Applicant): Markup {
  return html`<label class="field"><span>${label}</span><input name="${name}" value="${extracted[name]}"></label>`;
}

function identityPage(link: IdentityLink, applicant: Applicant): Markup {
  const back = getReturnUrl(link, applicant);
  const documents = html`<label class="field"><span>Document</span><select>
<option>Passport</option><option>Identity card</option><option>Driving licence</option></select></label>
<label class="drop"><span>Photo of the document</span><input type="file" accept="image/*"></label>
<label class="drop"><span>Selfie</span><input type="file" accept="image/*"></label>`;
  return html`${header()}<main class="narrow">
<h1>Verify your identity</h1>
<p class="lede">A stand-in for the verifier’s page. No picture leaves this browser.</p>
<section class="card lift" aria-labelledby="documents"><h2 id="documents">Your documents</h2>
<dl><dt>Applicant</dt><dd class="mono">${applicant.id}</dd>${applicant.email && html`<dt>Email</dt><dd>${applicant.email}</dd>`}
<dt>Level</dt><dd>${link.levelName}</dd><dt>Status</dt><dd>${statusTag(applicant)}</dd></dl>
${applicant.reviewResult?.moderationComment && html`<p class="note">${applicant.reviewResult.moderationComment}</p>`}
${isAwaitingDocuments(applicant) && html`<div class="stack" style="margin-top:12px">${documents}</div>`}
</section>
<section class="card" style="margin-top:16px" aria-labelledby="decision"><h2 id="decision">You are the reviewer</h2>
<p class="hint">Your choice submits the documents and decides on them at once.</p>
<form method="post" class="stack">
${documentField('firstName', 'First name in the document', applicant)}
${documentField('lastName', 'Last name in the document', applicant)}
${documentField('dob', 'Date of birth in the document', applicant)}
${documentField('nationality', 'Nationality, three letters', applicant)}
<button class="button main" name="verdict" value="accepted">Approve</button>
<button class="button main ghost" name="verdict" value="refused">Refuse</button>
<button class="button main ghost" name="verdict" value="review">Keep for review</button>
<button class="button main ghost" name="verdict" value="retry">Ask for a better picture</button>
</form></section>
${back && html`<p style="margin-top:16px"><a href="${back}">Go back without deciding</a></p>`}
</main>`;
}
