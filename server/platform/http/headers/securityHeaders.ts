import type { FastifyInstance } from 'fastify';
import { isEmbedFile } from './embedFiles.ts';

export type AcquirerOrigins = {
  readonly scriptOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
};

/** Prefix of all calls; any other request under it gets an error envelope. */
export const CALLS_PATH = '/gateway/';

/** The only page that another site may frame. */
export const PLUGIN_PATH = '/plugin';

/** Prefix of the documentation site. The API reference below it has a separate policy. */
export const DOCUMENTATION_PATH = '/docs/';

/** Path of the pages for partners' people. */
export const PARTNER_PAGES_PATH = '/partners';

/** Returns the origins that a partner has registered; none for an unknown partner. */
export type FramingOrigins = (partnerId: string) => readonly string[];

/** Scheme, host, port: characters without a special meaning in a policy or in markup. */
export const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** Returns who may frame a page, by its path and the `partnerId` of its query, for both its policy and its text. */
export function findFramingOrigins(url: string, framingOrigins: FramingOrigins): readonly string[] {
  const [path, query] = url.split('?', 2);
  if (path !== PLUGIN_PATH) return [];
  const partnerId = new URLSearchParams(query).get('partnerId') ?? '';
  return framingOrigins(partnerId).filter((origin) => PLAIN_ORIGIN.test(origin));
}

/** Pages with the acquirer's script and frames, opened by a full page load. No other page may load that script. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

export type SecuritySettings = {
  readonly acquirer: AcquirerOrigins;
  readonly secure: boolean;
  readonly framingOrigins?: FramingOrigins;
  readonly styleHash?: string;
};

/** Returns the security headers of an answer, by the requested address. */
export type SecurityHeaders = (url: string) => Readonly<Record<string, string>>;

export function createSecurityHeaders({
  acquirer,
  secure,
  framingOrigins = () => [],
  styleHash,
}: SecuritySettings): SecurityHeaders {
  const bare = {
    'content-security-policy': NO_PAGE,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
  const headers = (contentPolicy: string, payers?: readonly string[]) => ({
    ...bare,
    'content-security-policy': contentPolicy,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': formatPermissions(payers),
  });
  // Computed once: all except the plugin's are the same for every request.
  const plain = headers(formatContentPolicy({ styleHash }));
  const documentation = headers(formatContentPolicy({ trustedPolicies: 'vue' }));
  const partnerPages = {
    ...headers(PARTNER_PAGES_POLICY),
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  };
  const embedded = { ...plain, 'cross-origin-resource-policy': 'cross-origin' };
  const card = headers(formatContentPolicy({ acquirer }), acquirer.frameOrigins);
  return (url) => {
    if (url.startsWith(CALLS_PATH)) return bare;
    const [path = ''] = url.split('?', 1);
    if (CARD_PAGES.has(path)) return card;
    if (path === PLUGIN_PATH) return headers(formatContentPolicy({ framers: findFramingOrigins(url, framingOrigins) }));
    if (path.startsWith(DOCUMENTATION_PATH)) return documentation;
    if (path === PARTNER_PAGES_PATH || path.startsWith(`${PARTNER_PAGES_PATH}/`)) return partnerPages;
    return isEmbedFile(url) ? embedded : plain;
  };
}

/** Sets the headers on every answer of a route or of the not-found handler; `invalidRequests.ts` sets them on all others. */
export function registerSecurityHeaders(app: FastifyInstance, buildHeaders: SecurityHeaders): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.headers(buildHeaders(request.url));
    done(null, payload);
  });
}

const REFUSED_FEATURES = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'microphone', 'usb'];

/** Allows the Payment Request API, which opens a wallet, only on card pages: for this site and the acquirer's frames. */
function formatPermissions(payers: readonly string[] | undefined): string {
  const payment = payers ? `(self ${payers.map((origin) => `"${origin}"`).join(' ')})` : '()';
  return [...REFUSED_FEATURES.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ');
}

/** Policy of answers that are not pages: an answer that is opened as a page may do nothing. Page-only directives are omitted. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The partner pages load only their own files and call only this site. */
const PARTNER_PAGES_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

type ContentPolicyOptions = {
  readonly acquirer?: AcquirerOrigins;
  /** The origins that may frame the plugin's page. */
  readonly framers?: readonly string[];
  /** Hash of the only style sheet that a document may contain. */
  readonly styleHash?: string | undefined;
  /** Names of the Trusted Types policies that the page's scripts may create. */
  readonly trustedPolicies?: string;
};

/** Trusted Types policies of the pages' scripts; each returns the address of one worker script and no other. */
const WORKER_POLICIES = 'slipway-worker slipway-work';

function formatContentPolicy({
  acquirer,
  framers,
  styleHash,
  trustedPolicies = framers ? "'none'" : WORKER_POLICIES,
}: ContentPolicyOptions): string {
  const formatAdditional = (origins: readonly string[] | undefined) => (origins ? ` ${origins.join(' ')}` : '');
  return [
    "default-src 'none'",
    `script-src 'self'${formatAdditional(acquirer?.scriptOrigins)}`,
    `style-src 'self'${styleHash === undefined ? '' : ` ${styleHash}`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `worker-src ${framers ? "'none'" : "'self'"}`,
    `connect-src 'self'${formatAdditional(acquirer?.connectOrigins)}`,
    `frame-src ${acquirer ? acquirer.frameOrigins.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers && framers.length > 0 ? framers.join(' ') : "'none'"}`,
    // The acquirer's script creates elements freely: Trusted Types are disabled only on its pages.
    ...(acquirer ? [] : ["require-trusted-types-for 'script'", `trusted-types ${trustedPolicies}`]),
  ].join('; ');
}
