import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, type Markup } from '../desk/html.ts';
import { MARK, sendPage } from '../desk/page.ts';
import { ANNA, type Applicant, type Extracted, type Link, waitsForDocuments } from './applicants.ts';
import type { Office } from './office.ts';

const decisionSchema = z.object({
  verdict: z.enum(['accepted', 'refused', 'review', 'retry']),
  firstName: z.string().default(ANNA.firstName),
  lastName: z.string().default(ANNA.lastName),
  dob: z.iso.date().default(ANNA.dob),
  nationality: z.string().length(3).default(ANNA.nationality),
});

type Address = { Params: { token: string } };

/** The page behind a link. No document is handed in there: the person who looks at the page chooses the verdict. */
export function hostedPage(app: FastifyInstance, office: Office): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<Address>('/websdk/p/:token', async (request, reply) => {
    const link = office.findLink(request.params.token);
    if (!link) return sendPage(reply.code(410), EXPIRED);
    return sendPage(reply, { title: 'Verify your identity', body: identityPage(link, await office.open(link)) });
  });

  app.post<Address>('/websdk/p/:token', async (request, reply) => {
    const link = office.findLink(request.params.token);
    if (!link) return sendPage(reply.code(410), EXPIRED);
    const decision = decisionSchema.safeParse(request.body);
    if (!decision.success) return reply.code(400).send({ message: z.prettifyError(decision.error) });
    const { verdict, ...extracted } = decision.data;
    const applicant = await office.decide((await office.open(link)).id, verdict, extracted);
    return reply.redirect(wayBack(link, applicant) ?? `/websdk/p/${link.token}`, 303);
  });
}

/** Where the buyer goes on. While a person still looks at it, that is the way of success, as at the vendor. */
function wayBack(link: Link, applicant: Applicant): string | null {
  return applicant.reviewResult?.reviewAnswer === 'RED' ? link.rejectUrl : link.successUrl;
}

const EXPIRED = {
  title: 'Link expired',
  body: html`${header()}<main class="narrow"><h1>This link has expired</h1>
<p class="lede">Go back to the page that you came from and start the check again.</p></main>`,
};

function header(): Markup {
  return html`<header class="bar">${MARK}<p>Identity check</p></header>`;
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

function fieldOf(name: keyof Extracted, label: string, { extracted = ANNA }: Applicant): Markup {
  return html`<label class="field"><span>${label}</span><input name="${name}" value="${extracted[name]}"></label>`;
}

function identityPage(link: Link, applicant: Applicant): Markup {
  const back = wayBack(link, applicant);
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
${waitsForDocuments(applicant) && html`<div class="stack" style="margin-top:12px">${documents}</div>`}
</section>
<section class="card" style="margin-top:16px" aria-labelledby="decision"><h2 id="decision">You are the reviewer</h2>
<p class="hint">The documents are handed in and decided on at once.</p>
<form method="post" class="stack">
${fieldOf('firstName', 'First name in the document', applicant)}
${fieldOf('lastName', 'Last name in the document', applicant)}
${fieldOf('dob', 'Date of birth in the document', applicant)}
${fieldOf('nationality', 'Nationality, three letters', applicant)}
<button class="button main" name="verdict" value="accepted">Approve</button>
<button class="button main ghost" name="verdict" value="refused">Refuse</button>
<button class="button main ghost" name="verdict" value="review">Keep for review</button>
<button class="button main ghost" name="verdict" value="retry">Ask for a better picture</button>
</form></section>
${back && html`<p style="margin-top:16px"><a href="${back}">Go back without deciding</a></p>`}
</main>`;
}
