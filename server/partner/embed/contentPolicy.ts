import type { PageAnswer } from './embedFacts.ts';
import { findTags } from './markup.ts';

/** One policy: its directives by name. */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/**
 * Returns every enforced policy of the page: a resource is loaded only if each of them allows it (CSP 3, 3.1).
 * Report-only policies are left out.
 */
export function readContentPolicies({ headers, html }: PageAnswer): readonly ContentPolicy[] {
  const headerPolicies = (headers['content-security-policy'] ?? '').split(',');
  const metaPolicies = findTags(html, 'meta')
    .filter((tag) => tag['http-equiv']?.toLowerCase() === 'content-security-policy')
    .map(({ content = '' }) => content);
  return [...headerPolicies, ...metaPolicies].filter((policy) => policy.trim() !== '').map(parsePolicy);
}

function parsePolicy(policy: string): ContentPolicy {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // The first directive of a name counts.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

/** Lookup order for each directive if it is absent (CSP 3, 6.8.3). */
const DIRECTIVE_FALLBACKS = {
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
} as const;

export type FetchDirective = keyof typeof DIRECTIVE_FALLBACKS;

/** Returns the sources of the deciding directive; undefined if the policy has none, which allows everything. */
export function findEffectiveSources(policy: ContentPolicy, directive: FetchDirective): readonly string[] | undefined {
  const decisive = DIRECTIVE_FALLBACKS[directive].find((name) => policy.has(name));
  return decisive && policy.get(decisive);
}

/** Returns true if a source list allows an origin; `self` is the page's own origin. */
export function isOriginAllowed(sources: readonly string[], origin: string, self: string): boolean {
  return sources.some((source) => isSourceForOrigin(source.toLowerCase(), new URL(origin), self));
}

function isSourceForOrigin(source: string, { protocol, hostname, port, origin }: URL, self: string): boolean {
  if (source === '*') return true;
  if (source === "'self'") return origin === self;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return source === protocol;
  const [, scheme, host = '', givenPort] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? [];
  if (scheme !== undefined && `${scheme}:` !== protocol) return false;
  if (givenPort !== '*' && (givenPort ?? '') !== port) return false;
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname;
}
