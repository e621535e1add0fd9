import type { FastifyReply } from 'fastify';
import { html, type Markup } from './html.ts';
import { STYLE_SHEET } from './styleSheet.ts';

export type Page = {
  readonly title: string;
  readonly body: Markup;
  readonly language?: string;
  /** Path of the page's script on the same origin. A page without a script allows none. */
  readonly script?: string;
};

/** The logo: a ramp that runs into a water line. */
export const LOGO = html`<svg class="mark" viewBox="0 0 32 20" width="32" height="20" aria-hidden="true"><path d="M2 2 15 16" stroke="currentColor" stroke-width="5" stroke-linecap="round"/><path d="M17 16h13" stroke="var(--tide)" stroke-width="5" stroke-linecap="round"/></svg>`;

/** Sends a page that may load nothing from other origins. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(page.script ? ["script-src 'self'"] : []),
  ];
  const document = html`<!doctype html>
<html lang="${page.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style>${{ markup: STYLE_SHEET }}</style>
${page.script && html`<script type="module" src="${page.script}"></script>`}
</head>
<body>${page.body}</body>
</html>`;
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(document.markup);
}
