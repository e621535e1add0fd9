import { coins } from '../exchanges/coins.ts';
import { exchangeIds, type MarketControls } from '../exchanges/market.ts';
import { faultSchema } from '../world/faults.ts';
import type { DeskClock } from './deskClock.ts';
import type { ChainAction, ChainDescription, DeskChains } from './deskContext.ts';
import { FAULT_SWITCHES } from './faultSwitches.ts';
import { html, type Markup } from './html.ts';
import { FEEDS } from './installMarketApi.ts';

const CLOCK_STEPS = [
  ['15 minutes', 15 * 60],
  ['1 hour', 60 * 60],
  ['1 day', 24 * 60 * 60],
  ['7 days', 7 * 24 * 60 * 60],
] as const;

export function clockCard(clock: DeskClock): Markup {
  return html`<section class="card" aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p class="hint">Advances the time of the product and of every stand-in. It cannot be set back.</p>
<dl><dt>Sandbox time</dt><dd class="num" data-clock="now">${clock.now().toISOString()}</dd>
<dt>Ahead of the machine</dt><dd class="num" data-clock="offset">${clock.offsetSeconds()} s</dd></dl>
<div class="buttons">${CLOCK_STEPS.map(
    ([label, seconds]) => html`<form data-call="POST /api/clock" style="margin:0">
<input type="hidden" name="advanceSeconds" value="${seconds}" data-number>
<button class="button ghost">Advance ${label}</button><output></output></form>`,
  )}</div></section>`;
}

export function marketCard(market: MarketControls): Markup {
  const { priceShifts, feeds, depths } = market.state();
  const options = coins.map(({ symbol }) => html`<option>${symbol}</option>`);
  const disturbed = [
    ...Object.entries(priceShifts).map(([base, percent]) => percent !== 0 && `${base} ${percent} %`),
    ...Object.entries(feeds).map(([exchange, feed]) => feed !== 'live' && `${exchange} ${feed}`),
    ...Object.entries(depths).map(([base, factor]) => factor !== 1 && `${base} depth × ${factor}`),
  ].filter((text) => text !== false);
  return html`<section class="card" aria-labelledby="prices"><h2 id="prices">Price shift</h2>
<p class="hint">Shifts the price of a coin at every exchange. Zero restores the usual price.</p>
${disturbed.length > 0 && html`<p class="note">Not as usual: ${disturbed.join(', ')}.</p>`}
<form data-call="POST /api/prices"><div class="pair">
<label class="field"><span>Coin</span><select name="base">${options}</select></label>
<label class="field"><span>Percent</span><input name="percent" type="number" step="any" min="-95" max="1000" value="5" required data-number></label></div>
<div class="buttons"><button class="button">Shift the price</button></div><output></output></form>
<h3>One exchange’s prices</h3>
<form data-call="POST /api/market/feeds"><div class="pair">
<label class="field"><span>Exchange</span><select name="exchange">${exchangeIds.map((id) => html`<option>${id}</option>`)}</select></label>
<label class="field"><span>Prices</span><select name="feed">${FEEDS.map((feed) => html`<option>${feed}</option>`)}</select></label></div>
<div class="buttons"><button class="button ghost">Set the prices</button></div><output></output></form>
<h3>Depth of the books</h3>
<form data-call="POST /api/market/depth"><div class="pair">
<label class="field"><span>Coin</span><select name="base">${options}</select></label>
<label class="field"><span>Times the usual</span><input name="factor" type="number" step="any" min="0" max="100" value="1" required data-number></label></div>
<div class="buttons"><button class="button ghost">Set the depth</button></div><output></output></form></section>`;
}

const CHAIN_BUTTONS: readonly (readonly [action: ChainAction, label: string, count?: number])[] = [
  ['pause', 'Pause'],
  ['resume', 'Resume'],
  ['mine', 'Mine a block'],
  ['reorg', 'Undo blocks'],
  ['fee-spike', 'Raise fees'],
  ['fee-spike', 'Usual fees', 1],
];

export function chainsCard(chains: DeskChains): Markup {
  const described = chains.describe();
  const symbols = [...new Set(described.flatMap(({ assets }) => assets.map(({ symbol }) => symbol)))];
  return html`<section class="card" aria-labelledby="chains"><h2 id="chains">Chains</h2>
<p class="hint">Balances as the nodes of the local chains report them.</p>
<form data-call="GET /api/chains/{network}/balance"><div class="pair">
<label class="field"><span>Chain</span><select name="network">${described.map(({ network }) => html`<option>${network}</option>`)}</select></label>
<label class="field"><span>Coin</span><select name="symbol">${symbols.map((symbol) => html`<option>${symbol}</option>`)}</select></label></div>
<label class="field"><span>Address</span><input name="address" autocomplete="off" spellcheck="false" required></label>
<div class="buttons"><button class="button">Show the balance</button></div><output></output></form>
${described.map(chainControls)}</section>`;
}

function chainControls({ network, rpcUrl, assets }: ChainDescription): Markup {
  return html`<h3>${network}</h3><p class="hint mono">${removeCredentials(rpcUrl)}</p>
<p class="hint">${assets.map(({ symbol, contract }, index) => html`${index > 0 && ', '}${symbol}${contract && html` <span class="mono">${contract}</span>`}`)}</p>
<div class="buttons" role="group" aria-label="${network}">${CHAIN_BUTTONS.map(
    ([action, label, count]) =>
      html`<form data-call="POST /api/chains/${network}/${action}" style="margin:0">${
        count !== undefined && html`<input type="hidden" name="count" value="${count}" data-number>`
      }<button class="button ghost">${label}</button><output></output></form>`,
  )}</div>`;
}

function removeCredentials(rpcUrl: string): string {
  const url = new URL(rpcUrl);
  url.username = '';
  url.password = '';
  return url.href;
}

export function faultsCard(): Markup {
  return html`<section class="card" aria-labelledby="faults"><h2 id="faults">Faults</h2>
<p class="hint">Deliberate failures of the stand-ins. A switch turns off by itself when its fault has occurred.</p>
<div class="groups">${FAULT_SWITCHES.map(
    ({ title, switches }) =>
      html`<div><h3>${title}</h3><ul class="rows">${switches.map(
        ({ label, hint, fault }) => html`<li><label class="switch">
<input type="checkbox" role="switch" data-fault="${JSON.stringify(fault)}">
<span>${label}<span class="quiet">${hint}</span></span></label></li>`,
      )}</ul></div>`,
  )}</div>
${customFaultForm()}
<h3>Switched on now</h3><ul class="rows" data-faults></ul>
<div class="buttons"><button type="button" class="button ghost" data-clear-faults>Switch everything off</button></div></section>`;
}

function customFaultForm(): Markup {
  return html`<h3>Another fault</h3><form data-add-fault><div class="pair">
<label class="field"><span>Stand-in</span><input name="standIn" value="stripe" autocomplete="off" required></label>
<label class="field"><span>Call</span><input name="call" placeholder="/v1/refunds" autocomplete="off"></label>
<label class="field"><span>Effect</span><select name="effect">${faultSchema.shape.effect.options.map((effect) => html`<option>${effect}</option>`)}</select></label>
<label class="field"><span>Only about</span><input name="subject" placeholder="an order number" autocomplete="off"></label>
<label class="field"><span>Skip calls</span><input name="after" type="number" min="0" value="0" required data-number></label>
<label class="field"><span>Times</span><input name="times" type="number" min="1" value="1" required data-number></label>
<label class="field"><span>Size</span><input name="size" type="number" step="any" data-number></label></div>
<div class="buttons"><button class="button">Switch it on</button></div><output></output></form>`;
}
