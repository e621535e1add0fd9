import { allowsOrigin, decidingSources, type LoadingDirective, policiesOf } from './contentPolicy.ts';
import type { EmbedCheck } from './diagnose.ts';
import type { EmbedFacts, Finding, PageAnswer } from './embedFacts.ts';
import { type Attributes, loaderTagIn, tagsIn } from './markup.ts';

/** Signatures and sessions are refused when they are this much older or younger than they should be. */
const MOST_SKEW_SECONDS = 60;

/** Referrer policies under which our pages cannot recognize the site. */
const HIDES_ORIGIN: ReadonlySet<string> = new Set(['no-referrer', 'same-origin']);

type Found = Omit<Finding, 'id'> | undefined;

/** A check of a page that came. */
function ofAnswer(id: string, find: (answer: PageAnswer, facts: EmbedFacts) => Found): EmbedCheck {
  const isThere = ({ status }: PageAnswer) => status >= 200 && status < 300;
  return {
    id,
    find: (facts) => {
      const { answer } = facts.page;
      return answer && isThere(answer) ? find(answer, facts) : undefined;
    },
  };
}

/** A check of the loader's script tag, in a page that has one. */
function ofTag(id: string, find: (tag: Attributes, facts: EmbedFacts) => Found): EmbedCheck {
  return ofAnswer(id, ({ html }, facts) => {
    const tag = loaderTagIn(html);
    return tag && find(tag, facts);
  });
}

/** Wrong in what the partner's server sends. */
export const pageChecks: readonly EmbedCheck[] = [
  {
    id: 'page_unreachable',
    find: ({ page: { answer, fault, url } }) =>
      answer ? undefined : { says: `${url.href} could not be read: ${fault}`, change: 'name a page that is public' },
  },
  {
    id: 'page_elsewhere',
    find({ page: { answer, url } }) {
      if (!answer || (answer.status >= 200 && answer.status < 300)) return undefined;
      const { location } = answer.headers;
      return location === undefined
        ? { says: `${url.href} answers ${answer.status}`, change: 'name a page that needs no login' }
        : { says: `${url.href} leads on to ${location}`, change: `look at that page: --page ${location}` };
    },
  },
  ofTag('loader_elsewhere', ({ src = '' }, { ours, page }) => {
    const origin = URL.parse(src, page.url.href)?.origin;
    return origin === ours.origin
      ? undefined
      : {
          says: `the loader comes from ${origin ?? src}: it speaks with that server alone`,
          change: `src="${ours.origin}/embed/v1/loader.js"`,
        };
  }),
  ofTag('integrity_outdated', ({ integrity }, { ours }) =>
    integrity === undefined || ours.integrity === undefined || integrity.split(/\s+/).includes(ours.integrity)
      ? undefined
      : {
          says: 'the integrity is that of other bytes: browsers refuse the loader',
          change: `integrity="${ours.integrity}"`,
        },
  ),
  ofTag('integrity_missing', ({ integrity }, { ours }) =>
    integrity === undefined && ours.integrity !== undefined
      ? { says: 'the loader is not pinned: a changed one would run', change: `integrity="${ours.integrity}"` }
      : undefined,
  ),
  ofTag('crossorigin_missing', ({ integrity, crossorigin }) =>
    integrity !== undefined && crossorigin === undefined
      ? {
          says: 'without crossorigin browsers cannot compare the integrity, and refuse the loader',
          change: 'crossorigin="anonymous"',
        }
      : undefined,
  ),
  ofAnswer('policy_frame', (answer, { ours, page }) => blockedBy(answer, 'frame-src', ours.origin, page.url.origin)),
  ofTag('policy_script', (tag, { ours, page }) => {
    const { answer } = page;
    // A nonce or the very hash allows the tag whatever the list of hosts says.
    if (!answer || tag['nonce'] !== undefined) return undefined;
    return blockedBy(answer, 'script-src', ours.origin, page.url.origin, tag['integrity']);
  }),
  ofAnswer('opener_policy', ({ headers }) =>
    /^\s*(?:same-origin|noopener-allow-popups)\s*(?:;|$)/.test(headers['cross-origin-opener-policy'] ?? '')
      ? {
          says: 'cross-origin-opener-policy cuts the page off from the windows that it opens: no event comes from them',
          change: 'cross-origin-opener-policy: same-origin-allow-popups',
        }
      : undefined,
  ),
  ofAnswer('embedder_policy', ({ headers }) =>
    /^\s*require-corp\s*(?:;|$)/.test(headers['cross-origin-embedder-policy'] ?? '')
      ? {
          says: 'cross-origin-embedder-policy refuses the frame; a window (Slipway.open) is not touched by it',
          change: 'remove cross-origin-embedder-policy: require-corp from this page',
        }
      : undefined,
  ),
  ofAnswer('referrer_hidden', ({ headers, html }) => {
    const meta = tagsIn(html, 'meta').find(({ name = '' }) => name.toLowerCase() === 'referrer');
    const policy = meta?.['content'] ?? headers['referrer-policy']?.split(',').at(-1)?.trim();
    return HIDES_ORIGIN.has(policy?.toLowerCase() ?? '')
      ? {
          says: 'the page hides where its links come from: its windows send it no events, and a login that its server mints is refused',
          change: 'referrer-policy: strict-origin-when-cross-origin',
        }
      : undefined;
  }),
  ofAnswer('clock_skew', ({ headers, at }) => {
    const said = Date.parse(headers['date'] ?? '');
    const skew = Math.round((said - at.getTime()) / 1000);
    return Math.abs(skew) <= MOST_SKEW_SECONDS || Number.isNaN(skew)
      ? undefined
      : {
          says: `the server's clock is ${Math.abs(skew)} seconds ${skew < 0 ? 'behind' : 'ahead'}: it refuses webhooks as too old or too new`,
          change: 'timedatectl set-ntp true',
        };
  }),
];

function blockedBy(
  answer: PageAnswer,
  directive: LoadingDirective,
  origin: string,
  self: string,
  integrity?: string,
): Found {
  const hashes = (integrity ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((hash) => `'${hash}'`);
  const blocks = (sources: readonly string[]) =>
    !hashes.some((hash) => sources.includes(hash)) &&
    // It makes the list of hosts count for nothing.
    ((directive === 'script-src' && sources.includes("'strict-dynamic'")) || !allowsOrigin(sources, origin, self));
  const blocking = policiesOf(answer)
    .map((policy) => decidingSources(policy, directive))
    .find((sources) => sources !== undefined && blocks(sources));
  return (
    blocking && {
      says: `content-security-policy does not allow ${origin}`,
      change: `${directive} ${[...blocking.filter((source) => source !== "'none'"), origin].join(' ')}`,
    }
  );
}
