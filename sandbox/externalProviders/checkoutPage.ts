import type { FastifyReply } from 'fastify';
import { html, type Markup } from '../desk/html.ts';
import type { PurchaseStage } from './purchaseStore.ts';

/** Styling of an external provider's page, which differs from the product's. */
export type ProviderPageStyle = {
  readonly name: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly ground: string;
  readonly ink: string;
  /** Corner radius in pixels. */
  readonly radius: number;
  readonly font: string;
};

export type CheckoutView = {
  readonly pay: string;
  readonly currency: string;
  readonly receive: string;
  readonly symbol: string;
  readonly fee: string;
  readonly networkFee: string;
  readonly address: string;
  readonly method: string;
  readonly email: string;
  /** Undefined before the buyer's first action. */
  readonly stage: PurchaseStage | undefined;
  /** Return address at the referring site. */
  readonly backUrl: string;
};

const STAGE_MESSAGES: Readonly<Record<PurchaseStage, string>> = {
  opened: 'Waiting for your payment',
  paid: 'We have your payment',
  delivering: 'Your coins are on their way',
  delivered: 'Your coins have been sent',
  held: 'We are looking at your payment',
  failed: 'Your payment did not go through',
  refunded: 'Your money is on its way back',
  expired: 'This checkout has expired',
};

export function sendCheckout(reply: FastifyReply, look: ProviderPageStyle, view: CheckoutView): FastifyReply {
  return sendProviderPage(reply, look, view.stage && view.stage !== 'opened' ? progress(look, view) : form(look, view));
}

export function sendProviderPage(reply: FastifyReply, look: ProviderPageStyle, body: Markup): FastifyReply {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${look.name} checkout</title><link rel="icon" href="data:,"><style>${{ markup: renderStyleSheet(look) }}</style></head>
<body><header><b>${look.name}</b><span>Secure checkout</span></header><main>${body}</main>
<footer>${look.name} sells these coins and takes this payment. A stand-in: no card is charged.</footer></body></html>`;
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action *; base-uri 'none'")
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.markup);
}

function summary(view: CheckoutView): Markup {
  return html`<dl><dt>You pay</dt><dd>${view.pay} ${view.currency}</dd>
<dt>Our fee</dt><dd>${view.fee} ${view.currency}</dd><dt>Network fee</dt><dd>${view.networkFee} ${view.currency}</dd>
<dt>You get</dt><dd>${view.receive} ${view.symbol}</dd><dt>To</dt><dd class="mono">${view.address}</dd></dl>`;
}

function form(look: ProviderPageStyle, view: CheckoutView): Markup {
  return html`<h1>Buy ${view.receive} ${view.symbol}</h1>${summary(view)}
<form method="post">
<label>Email<input name="email" type="email" required value="${view.email || 'buyer@mail.example'}"></label>
<label>Card number<input name="card" inputmode="numeric" value="4242 4242 4242 4242"></label>
<div class="pair"><label>Expiry<input value="12/30"></label><label>CVC<input value="123"></label></div>
<button name="act" value="pay">Pay ${view.pay} ${view.currency} with ${look.name}</button>
<button class="quiet" name="act" value="decline">Pay with a card that is declined</button>
<button class="quiet" name="act" value="hold">Pay, and have it looked at</button>
</form>`;
}

function progress({ name }: ProviderPageStyle, view: CheckoutView): Markup {
  const { stage = 'opened' } = view;
  return html`<h1>${STAGE_MESSAGES[stage]}</h1>${summary(view)}
<p><a class="button" href="${view.backUrl}">Back to the site that sent you to ${name}</a></p>`;
}

function renderStyleSheet({ accent, onAccent, ground, ink, radius, font }: ProviderPageStyle): string {
  return `:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;background:${ground};color:${ink};font:16px/1.5 ${font};min-height:100vh;display:flex;flex-direction:column}
header{display:flex;justify-content:space-between;align-items:baseline;padding:18px 24px;background:#fff;border-bottom:1px solid #0001}
header b{font-size:22px;letter-spacing:-.02em;color:${accent}}header span{font-size:13px;opacity:.7}
main{width:min(440px,100% - 32px);margin:28px auto;background:#fff;border-radius:${radius}px;padding:26px;box-shadow:0 8px 30px #0000000f}
h1{font-size:22px;line-height:1.25;margin:0 0 16px}dl{display:grid;grid-template-columns:auto 1fr;gap:6px 18px;margin:0 0 20px}
dt{opacity:.7}dd{margin:0;text-align:end;overflow-wrap:anywhere}.mono{font-family:ui-monospace,monospace;font-size:13px}
form,label{display:grid;gap:6px}form{gap:14px}.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
input{font:inherit;padding:11px 12px;border:1px solid #0003;border-radius:${Math.min(radius, 12)}px;min-width:0}
button,.button{font:inherit;font-weight:600;display:block;width:100%;text-align:center;text-decoration:none;padding:13px;border:0;border-radius:${radius}px;background:${accent};color:${onAccent};cursor:pointer}
.quiet{background:none;color:inherit;opacity:.75;font-weight:400;padding:6px}footer{margin-top:auto;padding:18px 24px;font-size:13px;opacity:.75;text-align:center}`;
}
