import type { FastifyInstance } from 'fastify';
import { registerBuiltApp } from '../../platform/http/pages/builtApp.ts';

/** Path under which the console is served. */
export const CONSOLE_PATH = '/console';

/** Redirect URI for the identity provider: a console document whose script submits the answer. */
export const SIGN_ON_PATH = `${CONSOLE_PATH}/signed-on`;

/** Returns the response headers of this process: no framing, no referrer, no devices, and connections only to itself. */
export function buildConsoleHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      // push.js, which shows push notifications.
      "worker-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types slipway-worker',
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

/** Serves the built console. */
export async function registerConsolePages(app: FastifyInstance, distFolder: string): Promise<void> {
  await registerBuiltApp(app, { path: CONSOLE_PATH, distFolder });
  app.get('/', async (_request, reply) => reply.redirect(`${CONSOLE_PATH}/`));
}
