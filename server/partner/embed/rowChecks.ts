import type { EmbedCheck } from './diagnoseEmbedding.ts';
import type { EmbedFacts } from './embedFacts.ts';

/** Checks of what the operator has registered, compared with the page's address and markup. */
export const rowChecks: readonly EmbedCheck[] = [
  {
    id: 'page_insecure',
    find: ({ page: { url } }) =>
      isSecureUrl(url)
        ? undefined
        : {
            fault: `${url.origin} is not https`,
            change: `serve the page at https://${url.host}, and register that origin`,
          },
  },
  {
    id: 'origin_unknown',
    find: ({ partner, page: { url } }) =>
      // An origin without https should not be registered.
      partner.origins.includes(url.origin) || !isSecureUrl(url)
        ? undefined
        : {
            fault: `${url.origin} is not registered: browsers block the frame there, and its windows send it no events`,
            change: formatSetPartnerCommand(partner, 'origins', [...partner.origins, url.origin]),
          },
  },
  {
    id: 'origin_insecure',
    find({ partner }) {
      const insecure = partner.origins.filter((origin) => !isSecureUrl(new URL(origin)));
      if (insecure.length === 0) return undefined;
      const secureOrigins = partner.origins.filter((origin) => !insecure.includes(origin));
      return {
        fault: `registered without https: ${insecure.join(', ')}: anyone on the network path can frame the plugin there`,
        change: formatSetPartnerCommand(partner, 'origins', secureOrigins),
      };
    },
  },
  {
    id: 'redirect_not_allowed',
    isPossible: ({ page: { answer } }) => answer !== undefined && answer.status >= 200 && answer.status < 300,
    find({ partner, page: { answer } }) {
      const refused = findRedirectOrigins(answer?.html ?? '').find((origin) => !partner.redirects.includes(origin));
      return refused === undefined
        ? undefined
        : {
            fault: `the page's redirectUrl is at ${refused}, which is not allowed: buyers are not redirected to it`,
            change: formatSetPartnerCommand(partner, 'redirects', [...partner.redirects, refused]),
          };
    },
  },
  {
    id: 'webhook_missing',
    find: ({ partner }) =>
      partner.webhookUrl === undefined
        ? {
            fault: 'there is no webhook URL: browser events are only for display, and the server receives no events',
            change: `npm run operate -- set partner ${partner.id} webhookUrl=https://… --why TEXT`,
          }
        : undefined,
  },
  {
    id: 'webhook_secret_missing',
    isPossible: ({ partner }) => partner.webhookUrl !== undefined,
    find: ({ partner, events }) =>
      partner.webhookUrl !== undefined && !events.hasSecret
        ? {
            fault: 'there is no webhook secret yet, so no webhooks are sent',
            change: `npm run operate -- rotate-secret ${partner.id} --why TEXT`,
          }
        : undefined,
  },
  {
    id: 'webhook_off',
    isPossible: ({ events }) => events.hasSecret,
    find: ({ partner, events }) =>
      events.offReason === null
        ? undefined
        : {
            fault: `webhooks are disabled: ${events.offReason}`,
            change: `npm run operate -- switch-on ${partner.id} --why TEXT`,
          },
  },
  {
    id: 'webhook_address_refused',
    isPossible: ({ partner }) => partner.webhookUrl !== undefined,
    find: ({ partner, events }) =>
      events.addressRefused === undefined
        ? undefined
        : {
            fault: `webhooks cannot be posted to ${partner.webhookUrl ?? ''}: ${events.addressRefused}`,
            change: `npm run operate -- set partner ${partner.id} webhookUrl=https://… --why TEXT`,
          },
  },
  {
    id: 'key_retiring',
    isPossible: ({ keys }) => keys.hasKey,
    find: ({ partner, keys: { endsAt } }) =>
      endsAt === null
        ? undefined
        : {
            fault: `the server's key expires at ${endsAt.toISOString()}, and the next key has not been used yet`,
            change: `configure the next key on the site's server; if it was lost: npm run operate -- partner-key ${partner.id} --why TEXT`,
          },
  },
];

/** Browsers treat pages of the local machine as secure under any protocol. */
function isSecureUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function formatSetPartnerCommand(
  { id }: EmbedFacts['partner'],
  field: 'origins' | 'redirects',
  values: readonly string[],
): string {
  return `npm run operate -- set partner ${id} ${field}=${values.join(',')} --why TEXT`;
}

/** Returns the origins of the redirectUrl addresses in the page's markup. */
function findRedirectOrigins(html: string): readonly string[] {
  return [...html.matchAll(/redirectUrl["']?\s*[:=]\s*["'](https?:\/\/[^"']+)["']/g)].flatMap(
    ([, address = '']) => URL.parse(address)?.origin ?? [],
  );
}
