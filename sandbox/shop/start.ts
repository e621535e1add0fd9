import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import { shopPage } from './shopPage.ts';

export type Shop = { readonly url: string; stop(): Promise<void> };

const LOADER = '/embed/v1/loader.js';
const PATIENCE_MS = 2_000;

/** Starts a partner's site that embeds the product. Port 0 takes any free one. */
export async function startShop(productUrl: string, port: number): Promise<Shop> {
  const script = await readFile(new URL('./browser/shop.js', import.meta.url), 'utf8');
  const app = fastify({ forceCloseConnections: true });
  app.get('/shop.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );
  app.get('/', async (_request, reply) => {
    const page = shopPage({ productUrl, integrity: await fetchLoaderIntegrity(productUrl) });
    return reply
      .header('content-security-policy', buildContentSecurityPolicy(productUrl))
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.markup);
  });
  const bound = await app.listen({ host: '127.0.0.1', port });
  return { url: `http://localhost:${new URL(bound).port}`, stop: () => app.close() };
}

/**
 * Returns the policy of a strict site: it allows the loader, the frame, and the request by which the loader finds out why a
 * frame does not answer.
 */
function buildContentSecurityPolicy(productUrl: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${productUrl}`,
    `frame-src ${productUrl}`,
    `connect-src ${productUrl}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Returns the loader's integrity hash, which a real site hard-codes; here it changes with the product's sources. */
async function fetchLoaderIntegrity(productUrl: string): Promise<string> {
  try {
    const answer = await fetch(`${productUrl}/embed/v1/integrity.json`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return ((await answer.json()) as Readonly<Record<string, string>>)[LOADER] ?? '';
  } catch {
    return '';
  }
}
