import { html, type Markup } from '../desk/html.ts';
import { DEFAULT_PAYER } from './bankAccounts.ts';
import type { IncomingTransfer, OutgoingTransfer } from './bankState.ts';
import type { BankStandIn } from './start.ts';

const SHOWN = 5;

/** Renders the bank on the desk's page: a transfer form, and incoming and outgoing transfers. */
export function bankCard(bank: BankStandIn): Markup {
  const transfers = bank.list().slice(0, SHOWN);
  const refunds = bank.refunds().slice(0, SHOWN);
  return html`<section class="card" aria-labelledby="bank"><h2 id="bank">Bank transfer</h2>
<p class="hint">Send any amount to the operator’s account, with or without the right reference. If the payer has
another name than the buyer, the order is held for review.</p>
<form data-call="POST /api/bank/transfers" data-done="The transfer is booked.">
<label class="field"><span>Reference</span><input name="reference" autocomplete="off"></label>
<div class="pair"><label class="field"><span>Amount</span><input name="amount" inputmode="decimal" autocomplete="off" required></label>
<label class="field"><span>Currency</span><input name="currency" value="EUR" maxlength="3" autocomplete="off" required></label></div>
<div class="pair"><label class="field"><span>Payer</span><input name="payerName" placeholder="${DEFAULT_PAYER.name}" maxlength="70" autocomplete="off"></label>
<label class="field"><span>Payer’s account</span><input name="payerAccount" placeholder="${DEFAULT_PAYER.account}" maxlength="42" autocomplete="off"></label></div>
<div class="buttons"><button class="button">Send the transfer</button></div><output></output></form>
<form data-call="POST /api/bank/statements">
<div class="buttons"><button class="button ghost">Write today’s statement</button></div><output></output></form>
${transfers.length > 0 && html`<ul class="rows" aria-label="Latest transfers">${transfers.map(transferRow)}</ul>`}
${refunds.length > 0 && html`<h3>Outgoing refunds</h3><ul class="rows" aria-label="Latest refunds">${refunds.map(outgoingTransferRow)}</ul>`}</section>`;
}

function transferRow({ amount, currency, reference, payerName, recalledAt }: IncomingTransfer): Markup {
  return html`<li><p><span class="num">${amount} ${currency}</span><span class="quiet">${payerName}, ${reference || 'no reference'}</span></p>
<span class="tag">${recalledAt === undefined ? 'booked' : 'recalled'}</span></li>`;
}

function outgoingTransferRow({
  amount,
  currency,
  creditorName,
  creditorAccount,
  endToEndId,
  rejectedAt,
}: OutgoingTransfer): Markup {
  return html`<li><p><span class="num">${amount} ${currency}</span><span class="quiet">${creditorName} <span class="mono">${creditorAccount}</span>, ${endToEndId}</span></p>
<span class="tag">${rejectedAt === undefined ? 'booked' : 'returned'}</span></li>`;
}
