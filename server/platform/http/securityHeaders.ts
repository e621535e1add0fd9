import type { FastifyInstance } from 'fastify';
import { isEmbedFile } from './embedFiles.ts';

export type AcquirerOrigins = {
  readonly scriptOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly connectOrigins: readonly string[];
};

/** Every call is under it, of whichever family; whatever is not a call there is told so in an envelope. */
export const CALLS_PATH = '/gateway/';

/** The one page that another site may show in a frame. */
export const PLUGIN_PATH = '/plugin';

/** The origins that a partner has registered; none for an unknown one. */
export type FramingOrigins = (partnerId: string) => readonly string[];

/** Scheme, name or address, port: what can stand in a policy and in markup without meaning anything else there. */
export const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/** Who may frame a page, by its path and the `partnerId` of its query: the same answer for its policy and its text. */
export function framersOf(url: string, framingOrigins: FramingOrigins): readonly string[] {
  const [path, query] = url.split('?', 2);
  if (path !== PLUGIN_PATH) return [];
  const partnerId = new URLSearchParams(query).get('partnerId') ?? '';
  return framingOrigins(partnerId).filter((origin) => PLAIN_ORIGIN.test(origin));
}

/** Full page loads with the acquirer's script and frames; every other page knows nothing of it. */
const CARD_PAGES = new Set(['/select-card', '/enter-card']);

export type SecuritySettings = {
  readonly acquirer: AcquirerOrigins;
  readonly secure: boolean;
  readonly framingOrigins?: FramingOrigins;
  readonly styleHash?: string;
};

/** What a browser is told of an answer, by the address that was asked for. */
export type SecurityHeaders = (url: string) => Readonly<Record<string, string>>;

export function securityHeaders({
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
    'permissions-policy': permissions(payers),
  });
  // Worked out once: all but the plugin's are the same for everybody.
  const plain = headers(policy({ styleHash }));
  const embedded = { ...plain, 'cross-origin-resource-policy': 'cross-origin' };
  const card = headers(policy({ acquirer }), acquirer.frameOrigins);
  return (url) => {
    if (url.startsWith(CALLS_PATH)) return bare;
    const [path = ''] = url.split('?', 1);
    if (CARD_PAGES.has(path)) return card;
    if (path === PLUGIN_PATH) return headers(policy({ framers: framersOf(url, framingOrigins) }));
    return isEmbedFile(url) ? embedded : plain;
  };
}

/** Sets them on every answer that a route, or none, gives; `brokenRequests.ts` on all others. */
export function registerSecurityHeaders(app: FastifyInstance, headersOf: SecurityHeaders): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    void reply.headers(headersOf(request.url));
    done(null, payload);
  });
}

const REFUSED_FEATURES = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'microphone', 'usb'];

/** A wallet opens from the acquirer's frame, on its pages alone. */
function permissions(payers: readonly string[] | undefined): string {
  const payment = payers ? `(self ${payers.map((origin) => `"${origin}"`).join(' ')})` : '()';
  return [...REFUSED_FEATURES.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ');
}

/** Of what is no page: opened as one all the same, it may do nothing, and what only a page has needs no word. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type PageNeeds = {
  readonly acquirer?: AcquirerOrigins;
  /** The plugin's page, and who may frame it. */
  readonly framers?: readonly string[];
  /** Of the one style sheet that a document may hold. */
  readonly styleHash?: string | undefined;
};

/** Each gives out the address of one worker, and no other. */
const TRUSTED_POLICIES = 'slipway-worker slipway-work';

function policy({ acquirer, framers, styleHash }: PageNeeds): string {
  const also = (origins: readonly string[] | undefined) => (origins ? ` ${origins.join(' ')}` : '');
  return [
    "default-src 'none'",
    `script-src 'self'${also(acquirer?.scriptOrigins)}`,
    `style-src 'self'${styleHash === undefined ? '' : ` ${styleHash}`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `worker-src ${framers ? "'none'" : "'self'"}`,
    `connect-src 'self'${also(acquirer?.connectOrigins)}`,
    `frame-src ${acquirer ? acquirer.frameOrigins.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers && framers.length > 0 ? framers.join(' ') : "'none'"}`,
    // The acquirer's own script makes elements as it likes: Trusted Types are off on its pages alone.
    ...(acquirer
      ? []
      : ["require-trusted-types-for 'script'", `trusted-types ${framers ? "'none'" : TRUSTED_POLICIES}`]),
  ].join('; ');
}
