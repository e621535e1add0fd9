import { bankCard } from '../bank/bankCard.ts';
import type { SanctionsStandIn } from '../sanctions/start.ts';
import { WALLETS } from '../stripe/browser/wallets.js';
import { COUNTRY_CARDS } from '../stripe/cards/countryCards.ts';
import { TEST_CARDS, type TestCard } from '../stripe/cards/testCards.ts';
import { WALLET_CARDS } from '../stripe/payments/walletTokens.ts';
import { chainsCard, clockCard, faultsCard, marketCard } from './controlCards.ts';
import type { SandboxControlContext } from './deskContext.ts';
import { html, type Markup } from './html.ts';
import { recipientItem } from './mailboxPage.ts';
import { LOGO } from './sendPage.ts';

const SHOWN_PEOPLE = 5;

/** Renders all controls of the sandbox on one page. */
export function deskPage(parts: SandboxControlContext): Markup {
  return html`<header class="bar">${LOGO}<p>Slipway sandbox</p>
<nav aria-label="Slipway"><a href="${parts.productUrl}/">Buy crypto</a>
<a href="${parts.shopUrl}/">A partner’s shop</a></nav></header>
<main>
<h1>The sandbox desk</h1>
<p class="lede">No real money moves here. Every vendor is a local stand-in that speaks the real one’s protocol; the chains are real
nodes of local test chains.</p>
<div class="desk">
<div class="column">${cardsCard()}${walletsCard()}${mailboxCard(parts)}${identityCard(parts)}${bankCard(parts.bank)}</div>
<div class="column">${clockCard(parts.clock)}${marketCard(parts.market)}${chainsCard(parts.chains)}${sanctionsCard(parts.sanctions)}${standInsCard(parts)}</div>
<div class="wide">${faultsCard()}</div>
</div>
<output id="announcement" class="hint"></output>
</main>`;
}

function cardsCard(): Markup {
  return html`<section class="card lift" aria-labelledby="cards"><h2 id="cards">Test cards</h2>
<p class="hint">Use any future expiry date and any security code. The same number with another date counts as another card. An order is
held for review if its card is used under many email addresses or, above an amount, is from another country than the buyer.</p>
<ul class="rows">${Object.values(TEST_CARDS).map(cardRow)}</ul>
<details><summary>Cards of other countries</summary>
<ul class="rows">${Object.values(COUNTRY_CARDS).map(cardRow)}</ul></details></section>`;
}

function cardRow({ number, label }: TestCard): Markup {
  const grouped = number.startsWith('3')
    ? number.replace(/^(.{4})(.{6})(.*)$/, '$1 $2 $3')
    : number.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return html`<li><p><span class="num mono">${grouped}</span><span class="quiet">${label}</span></p>
<button type="button" class="button ghost" data-copy="${number}" aria-label="Copy ${grouped}">Copy</button></li>`;
}

/** Renders the wallets, each with a link to try it: a wallet is offered only in a browser that supports it. */
function walletsCard(): Markup {
  const wallets = Object.values(WALLETS).map(
    ({ name, triedIn }) => html`<li><p>${name}<span class="quiet">${triedIn}</span></p></li>`,
  );
  const cards = WALLET_CARDS.map((card) => `${TEST_CARDS[card].number.slice(-4)} (${TEST_CARDS[card].label})`);
  return html`<section class="card" aria-labelledby="wallets"><h2 id="wallets">Wallets</h2>
<p class="hint">Choose one on the buy page. Its sheet opens over the payment page and offers the cards ${cards.join(', ')}. Cancel
closes the sheet and leaves the order unpaid.</p><ul class="rows">${wallets}</ul></section>`;
}

function mailboxCard({ mail }: SandboxControlContext): Markup {
  const people = mail.recipients().slice(0, SHOWN_PEOPLE);
  return html`<section class="card" aria-labelledby="mailbox"><h2 id="mailbox">Mailbox</h2>
<p class="hint">Login codes and notices. Any address can be used: nothing leaves this machine.</p>
<form method="get" action="/mailbox"><label class="field"><span>Email</span>
<input name="to" type="email" autocomplete="off" required></label>
<div class="buttons"><button class="button">Open the mailbox</button></div></form>
${people.length > 0 && html`<ul class="rows" aria-label="Latest recipients">${people.map(recipientItem)}</ul>`}</section>`;
}

function identityCard({ identity }: SandboxControlContext): Markup {
  const people = identity.applicants().slice(0, SHOWN_PEOPLE);
  return html`<section class="card" aria-labelledby="identity"><h2 id="identity">Identity desk</h2>
<p class="hint">Decide about a buyer here or on the verifier’s page. You can refuse an approved buyer later.</p>
<form data-call="POST /api/identity/{who}"><label class="field"><span>Email or applicant</span>
<input name="who" autocomplete="off" required></label>
<div class="buttons">
<button class="button" name="verdict" value="accepted">Approve</button>
<button class="button ghost" name="verdict" value="refused">Refuse</button>
<button class="button ghost" name="verdict" value="review">Keep for review</button>
<button class="button ghost" name="verdict" value="retry">Ask for a better picture</button>
</div><output></output></form>
${
  people.length > 0 &&
  html`<ul class="rows" aria-label="Latest applicants">${people.map(
    ({ id, email, reviewStatus, reviewResult }) => html`<li><p>${email || id}<span class="quiet mono">${id}</span></p>
<span class="tag">${reviewStatus}${reviewResult && ` ${reviewResult.reviewAnswer}`}</span></li>`,
  )}</ul>`
}</section>`;
}

/** Paths of the pages of stand-ins that have one, by the stand-in's name. */
const OWN_PAGES: Readonly<Record<string, string>> = { stripe: '/dashboard' };

function standInsCard({ standIns }: SandboxControlContext): Markup {
  return html`<section class="card" aria-labelledby="stand-ins"><h2 id="stand-ins">Stand-ins</h2>
<p class="hint">Each stand-in keeps records of what happened: <a href="/api/books">all records</a>.</p>
<ul class="rows">${standIns.map(
    ({ name, url }) => html`<li><p>${name}<span class="quiet mono">${url}</span></p>
${OWN_PAGES[name] && html`<a href="${url}${OWN_PAGES[name]}">Open ${name}’s page</a>`}</li>`,
  )}</ul></section>`;
}

function sanctionsCard(sanctions: SanctionsStandIn): Markup {
  const listed = sanctions.listed();
  return html`<section class="card" aria-labelledby="sanctions"><h2 id="sanctions">Sanctions list</h2>
<p class="hint">No address on the list is paid. The product reads the list periodically; each change here creates a new edition.</p>
<form data-call="POST /api/sanctions"><label class="field"><span>Address</span>
<input name="address" autocomplete="off" spellcheck="false" required></label>
<div class="buttons"><button class="button">Add to the list</button></div><output></output></form>
<details><summary>${listed.length} listed addresses</summary><ul class="rows" aria-label="Listed addresses">${listed.map(
    ({
      address,
      tickers,
    }) => html`<li><p><span class="mono">${address}</span><span class="quiet">${tickers.join(', ')}</span></p>
<div class="buttons" style="align-items:flex-start"><button type="button" class="button ghost" data-copy="${address}" aria-label="Copy ${address}">Copy</button>
<form data-call="DELETE /api/sanctions/${address}" style="margin:0"><button class="button ghost" aria-label="Remove ${address} from the list">Remove</button><output></output></form></div></li>`,
  )}</ul></details></section>`;
}
