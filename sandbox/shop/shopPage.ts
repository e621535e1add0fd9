import { html, type Markup } from '../desk/html.ts';
import { PRINTS, type Print } from './prints.ts';
import { SHOP_PARTNER } from './shopSeed.ts';
import { SHOP_STYLE_SHEET } from './shopStyleSheet.ts';

export type ShopScript = {
  /** The product's address. */
  readonly productUrl: string;
  /** Integrity hash of the loader; '' if the product does not answer. */
  readonly integrity: string;
};

/** Renders a small print shop whose customers pay in USDC, which they can buy on the page. */
export function shopPage({ productUrl, integrity }: ShopScript): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Twelve by Twelve, pixel prints</title>
<link rel="icon" href="data:,">
<style>${{ markup: SHOP_STYLE_SHEET }}</style>
<script src="${productUrl}/embed/v1/loader.js"${integrity && html` integrity="${integrity}"`} crossorigin="anonymous"></script>
<script type="module" src="/shop.js"></script>
</head>
<body data-partner="${SHOP_PARTNER}"><div class="page">
<header class="top"><p class="name">Twelve by Twelve</p><a href="#wallet">Top up</a></header>
<main>
<h1>Small pictures, printed large</h1>
<p class="lede">Every print is drawn on a grid of twelve by twelve and pulled by hand. Prices are in USDC on Base.</p>
<ul class="prints">${PRINTS.map(printCard)}</ul>
<div class="below">
<section aria-labelledby="wallet"><h2 id="wallet" tabindex="-1">Top up your wallet</h2>
<p>No USDC yet? Buy some with your card. It goes to your own wallet, not to us.</p>
<div class="frame" id="top-up"></div></section>
<section aria-labelledby="purchases"><h2 id="purchases">Your purchases</h2>
<p>The updates that this page has received since you opened it.</p>
<ul class="orders" id="orders" aria-live="polite"></ul>
<div class="note" id="note" role="status"></div></section>
</div>
</main>
<p class="small">This shop is part of the sandbox: nothing is printed, and nothing is charged.</p>
</div></body>
</html>`;
}

function printCard(print: Print): Markup {
  const { id, title, about, price } = print;
  return html`<li>${printImage(print)}<h3>${title}</h3><p>${about}</p>
<button type="button" class="press" data-print="${id}" data-price="${price}" data-title="${title}"
 aria-label="Buy ${price} USDC for ${title}">Buy ${price} USDC</button></li>`;
}

/** Draws one rectangle per run of a color. */
function printImage({ title, palette, pixels }: Print): Markup {
  const runs = pixels.flatMap((row, y) =>
    [...row.matchAll(/(.)\1*/g)].map(
      ({ 0: run, 1: color = '', index }) =>
        html`<rect x="${index}" y="${y}" width="${run.length}" height="1" fill="${palette[color] ?? ''}"/>`,
    ),
  );
  return html`<svg viewBox="0 0 12 12" role="img" aria-label="${title}">${runs}</svg>`;
}
