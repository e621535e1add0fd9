import type { DoctorCheck } from '@slipway/contract/entities/partnerPages.ts';
import { SKEW_SECONDS } from '../../platform/signature/checkSignature.ts';
import { type FetchDirective, findEffectiveSources, isOriginAllowed, readContentPolicies } from './contentPolicy.ts';
import type { EmbedCheck } from './diagnoseEmbedding.ts';
import type { EmbedFacts, Finding, PageAnswer } from './embedFacts.ts';
import { findLoaderTag, findTags, type TagAttributes } from './markup.ts';

/** Referrer policies that hide the embedding site's origin from Slipway's pages. */
const ORIGIN_HIDING_POLICIES: ReadonlySet<string> = new Set(['no-referrer', 'same-origin']);

type FindingText = Omit<Finding, 'id'> | undefined;

/** Creates a check of a page that was loaded successfully. */
function createAnswerCheck(id: DoctorCheck, find: (answer: PageAnswer, facts: EmbedFacts) => FindingText): EmbedCheck {
  const getAnswer = ({ page: { answer } }: EmbedFacts) =>
    answer && answer.status >= 200 && answer.status < 300 ? answer : undefined;
  return {
    id,
    isOnSite: true,
    isPossible: (facts) => getAnswer(facts) !== undefined,
    find: (facts) => {
      const answer = getAnswer(facts);
      return answer && find(answer, facts);
    },
  };
}

/** Creates a check of the loader's script tag, in a page that has one. */
function createTagCheck(id: DoctorCheck, find: (tag: TagAttributes, facts: EmbedFacts) => FindingText): EmbedCheck {
  const findTag = ({ page }: EmbedFacts) => findLoaderTag(page.answer?.html ?? '');
  const check = createAnswerCheck(id, (_, facts) => {
    const tag = findTag(facts);
    return tag && find(tag, facts);
  });
  return { ...check, isPossible: (facts) => check.isPossible?.(facts) !== false && findTag(facts) !== undefined };
}

/** Checks of what the partner's server sends. */
export const pageChecks: readonly EmbedCheck[] = [
  {
    id: 'page_unreachable',
    find: ({ page: { answer, fault, url } }) =>
      answer
        ? undefined
        : { fault: `${url.href} could not be read: ${fault}`, change: 'give a page that is publicly reachable' },
  },
  {
    id: 'page_not_ok',
    isPossible: ({ page }) => page.answer !== undefined,
    find({ page: { answer, url } }) {
      if (!answer || (answer.status >= 200 && answer.status < 300)) return undefined;
      const { location } = answer.headers;
      return location === undefined
        ? { fault: `${url.href} answers ${answer.status}`, change: 'give a page that needs no login' }
        : { fault: `${url.href} redirects to ${location}`, change: `check that page: --page ${location}` };
    },
  },
  createTagCheck('loader_other_origin', ({ src = '' }, { configured, page }) => {
    const origin = URL.parse(src, page.url.href)?.origin;
    return origin === configured.origin
      ? undefined
      : {
          fault: `the loader is loaded from ${origin ?? src}, so it only communicates with that server`,
          change: `src="${configured.origin}/embed/v1/loader.js"`,
        };
  }),
  createTagCheck('integrity_outdated', ({ integrity }, { configured }) =>
    integrity === undefined ||
    configured.integrity === undefined ||
    integrity.split(/\s+/).includes(configured.integrity)
      ? undefined
      : {
          fault: 'the integrity hash is not that of the current loader: browsers refuse to run it',
          change: `integrity="${configured.integrity}"`,
        },
  ),
  createTagCheck('integrity_missing', ({ integrity }, { configured }) =>
    integrity === undefined && configured.integrity !== undefined
      ? {
          fault: 'the script tag has no integrity hash: a modified loader would run',
          change: `integrity="${configured.integrity}"`,
        }
      : undefined,
  ),
  createTagCheck('crossorigin_missing', ({ integrity, crossorigin }) =>
    integrity !== undefined && crossorigin === undefined
      ? {
          fault:
            'the script tag has no crossorigin attribute: browsers cannot verify the integrity and refuse to run the loader',
          change: 'crossorigin="anonymous"',
        }
      : undefined,
  ),
  createAnswerCheck('policy_frame', (answer, { configured, page }) =>
    findPolicyFault(answer, 'frame-src', configured.origin, page.url.origin),
  ),
  createTagCheck('policy_script', (tag, { configured, page }) => {
    const { answer } = page;
    // A nonce or the exact hash allows the tag regardless of the host list.
    if (!answer || tag['nonce'] !== undefined) return undefined;
    return findPolicyFault(answer, 'script-src', configured.origin, page.url.origin, tag['integrity']);
  }),
  createAnswerCheck('opener_policy', ({ headers }) =>
    /^\s*(?:same-origin|noopener-allow-popups)\s*(?:;|$)/.test(headers['cross-origin-opener-policy'] ?? '')
      ? {
          fault:
            'cross-origin-opener-policy separates the page from the windows that it opens: it receives no events from them',
          change: 'cross-origin-opener-policy: same-origin-allow-popups',
        }
      : undefined,
  ),
  createAnswerCheck('embedder_policy', ({ headers }) =>
    /^\s*require-corp\s*(?:;|$)/.test(headers['cross-origin-embedder-policy'] ?? '')
      ? {
          fault: 'cross-origin-embedder-policy blocks the frame; a window (Slipway.open) is not affected',
          change: 'remove cross-origin-embedder-policy: require-corp from this page',
        }
      : undefined,
  ),
  createAnswerCheck('referrer_hidden', ({ headers, html }) => {
    const meta = findTags(html, 'meta').find(({ name = '' }) => name.toLowerCase() === 'referrer');
    const policy = meta?.['content'] ?? headers['referrer-policy']?.split(',').at(-1)?.trim();
    return ORIGIN_HIDING_POLICIES.has(policy?.toLowerCase() ?? '')
      ? {
          fault:
            'the referrer policy hides the origin of the page: its windows send it no events, and logins that its server mints are refused',
          change: 'referrer-policy: strict-origin-when-cross-origin',
        }
      : undefined;
  }),
  createAnswerCheck('clock_skew', ({ headers, at }) => {
    // A cache sends the `Date` of when it received the page.
    const serverTime = Date.parse(headers['date'] ?? '') + (Number(headers['age']) || 0) * 1000;
    const skew = Math.round((serverTime - at.getTime()) / 1000);
    return Math.abs(skew) <= SKEW_SECONDS || Number.isNaN(skew)
      ? undefined
      : {
          fault: `the server's clock is ${Math.abs(skew)} seconds ${skew < 0 ? 'behind' : 'ahead'}: signed calls and webhooks can be refused as too old or too new`,
          change: 'timedatectl set-ntp true',
        };
  }),
];

function findPolicyFault(
  answer: PageAnswer,
  directive: FetchDirective,
  origin: string,
  self: string,
  integrity?: string,
): FindingText {
  const hashes = (integrity ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((hash) => `'${hash}'`);
  const blocks = (sources: readonly string[]) =>
    !hashes.some((hash) => sources.includes(hash)) &&
    // `strict-dynamic` disables the host list.
    ((directive === 'script-src' && sources.includes("'strict-dynamic'")) || !isOriginAllowed(sources, origin, self));
  const blocking = readContentPolicies(answer)
    .map((policy) => findEffectiveSources(policy, directive))
    .find((sources) => sources !== undefined && blocks(sources));
  return (
    blocking && {
      fault: `content-security-policy does not allow ${origin}`,
      change: `${directive} ${[...blocking.filter((source) => source !== "'none'"), origin].join(' ')}`,
    }
  );
}
