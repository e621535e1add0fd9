import type { FastifyInstance } from 'fastify';

export type AcquirerOrigins = {
  readonly scriptOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
};

/** Full page loads with the acquirer's script and frames; every other page knows nothing of it. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

/** Sets the browser policy of each page, by its path. */
export function registerSecurityHeaders(
  app: FastifyInstance,
  options: { acquirer: AcquirerOrigins; secure: boolean },
): void {
  const plain = policy();
  const card = policy(options.acquirer);
  app.addHook('onSend', async (request, reply, payload) => {
    const path = request.url.split('?', 1)[0] ?? '';
    void reply.headers({
      'content-security-policy': CARD_PAGES.has(path) ? card : plain,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), usb=()',
      ...(options.secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    });
    return payload;
  });
}

function policy(acquirer?: AcquirerOrigins): string {
  const also = (origins: readonly string[] | undefined) => (origins ? ` ${origins.join(' ')}` : '');
  return [
    "default-src 'none'",
    `script-src 'self'${also(acquirer?.scriptOrigins)}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${also(acquirer?.connectOrigins)}`,
    `frame-src ${acquirer ? acquirer.frameOrigins.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // The acquirer's own script makes elements as it likes: Trusted Types are off on its pages alone.
    ...(acquirer ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join('; ');
}
