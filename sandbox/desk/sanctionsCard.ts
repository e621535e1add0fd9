import type { SanctionsStandIn } from '../sanctions/start.ts';
import { html, type Markup } from './html.ts';

export function sanctionsCard(sanctions: SanctionsStandIn): Markup {
  const listed = sanctions.listed();
  return html`<section class="card" aria-labelledby="sanctions"><h2 id="sanctions">Sanctions list</h2>
<p class="hint">Nobody on it is paid. The product reads it now and then; each change here is a new edition.</p>
<form data-call="POST /api/sanctions"><label class="field"><span>Address</span>
<input name="address" autocomplete="off" spellcheck="false" required></label>
<div class="buttons"><button class="button">Put it on the list</button></div><output></output></form>
<details><summary>${listed.length} listed addresses</summary><ul class="rows" aria-label="Listed addresses">${listed.map(
    ({
      address,
      tickers,
    }) => html`<li><p><span class="mono">${address}</span><span class="quiet">${tickers.join(', ')}</span></p>
<div class="buttons" style="align-items:flex-start"><button type="button" class="button ghost" data-copy="${address}" aria-label="Copy ${address}">Copy</button>
<form data-call="DELETE /api/sanctions/${address}" style="margin:0"><button class="button ghost" aria-label="Take ${address} off the list">Take off</button><output></output></form></div></li>`,
  )}</ul></details></section>`;
}
