import type { MailStandIn } from '../mail/start.ts';
import { html, type Markup } from './html.ts';
import { LOGO } from './sendPage.ts';

/** Renders the emails to one address; without one, the list of recipients. */
export function mailboxPage(mail: MailStandIn, to: string): Markup {
  const emails = to ? mail.list(to) : [];
  return html`<header class="bar">${LOGO}<p>Mailbox</p><nav aria-label="Sandbox"><a href="/">The desk</a></nav></header>
<main class="narrow">
<h1>${to || 'Mailbox'}</h1>
<form method="get" action="/mailbox"><label class="field"><span>Email</span>
<input name="to" type="email" value="${to}" autocomplete="off" required></label>
<div class="buttons"><button class="button">Open the mailbox</button></div></form>
${to ? emailList(emails) : html`<ul class="rows">${mail.recipients().map(recipientItem)}</ul>`}
</main>`;
}

function emailList(emails: ReturnType<MailStandIn['list']>): Markup {
  if (emails.length === 0) return html`<p class="note">No email has arrived yet. Reload the page to check again.</p>`;
  return html`<section class="card lift" style="margin-top:16px" aria-label="Emails, newest first">${emails.map(
    ({ subject, text, at }) => html`<article><h2>${subject}</h2><p class="hint"><time datetime="${at}">${at}</time></p>
<pre>${linkAddresses(text)}</pre></article>`,
  )}</section>`;
}

/** Renders web addresses as links and everything else as text. */
function linkAddresses(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

export function recipientItem(address: string): Markup {
  return html`<li><a href="/mailbox?to=${encodeURIComponent(address)}">${address}</a></li>`;
}
