import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { isOwnPath } from '@slipway/contract/ownPath.ts';
import type { Decimal } from '@slipway/money/decimal.ts';

/** A site that embeds Slipway, with its agreed terms. */
export type Partner = {
  readonly id: string;
  readonly name: string;
  /** Buyers of a payment partner choose method and provider themselves; for a partner site both are preset. */
  readonly kind: 'payment_partner' | 'partner_site';
  readonly origins: readonly string[];
  /** Origins of sites and schemes of apps that a buyer may be redirected to. */
  readonly redirects: readonly string[];
  readonly payMethod: PayMethod | '';
  readonly offerType: string;
  /** Webhook address. */
  readonly webhookUrl: string | undefined;
  /** Daily limit, in euro cents, for saved-card payments in a login that this partner minted, without the buyer's login code. */
  readonly savedCardCentsPerDay: bigint;
  /** The partner's share of the pay amount, as a fraction. */
  readonly share: Decimal;
};

export type Partners = ReadonlyMap<string, Partner>;

/** The id that the spec uses for no partner. */
export const NO_PARTNER = '0';

/** Returns the partner with this id, otherwise the one that has registered the page's origin. */
export function findPartner(partners: Partners, partnerId: string, origin: string): Partner | undefined {
  const named = partners.get(partnerId);
  if (named) return named;
  const from = parseOrigin(origin);
  return from === undefined ? undefined : [...partners.values()].find(({ origins }) => origins.includes(from));
}

/**
 * Matches an app's own scheme, named after a domain as RFC 8252 (section 7.1) requires: browser schemes such as `javascript`
 * contain no dot.
 */
export const APP_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\/\/$/;

/** Returns the redirect address if this partner may use it. A path of this site needs no permission. */
export function findAllowedRedirect(partner: Partner | undefined, redirectUrl: string): string | undefined {
  if (isOwnPath(redirectUrl)) return redirectUrl;
  const origin = parseOrigin(redirectUrl) ?? parseAppScheme(redirectUrl);
  return origin !== undefined && partner?.redirects.includes(origin) ? redirectUrl : undefined;
}

/**
 * Returns the redirect address with the order's result. The address's own query and fragment stay unchanged; an
 * `orderNo` or `status` in the query comes before the added one.
 */
export function buildReturnAddress(
  redirectUrl: string,
  order: { readonly orderNo: string; readonly status: string },
): string {
  const [, page = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(redirectUrl) ?? [];
  const added = new URLSearchParams({ orderNo: order.orderNo, status: order.status });
  const query = page.indexOf('?');
  const join = query < 0 ? '?' : query === page.length - 1 || page.endsWith('&') ? '' : '&';
  return `${page}${join}${added}${fragment}`;
}

/**
 * A web address whose host all URL parsers agree about: a browser drops tabs and newlines and reads `\` as `/`, others do
 * not, and user info before the host can imitate another site.
 */
const PLAIN_WEB_ADDRESS = /^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\t\n\r]*)?$/i;

/** Returns the scheme of an app's address in the registered form. */
function parseAppScheme(address: string): string | undefined {
  const [, scheme] = /^([a-z0-9.-]+:\/\/)[\w\-./?=&%~:+#]*$/i.exec(address) ?? [];
  const registered = scheme?.toLowerCase();
  return registered !== undefined && APP_SCHEME.test(registered) ? registered : undefined;
}

/** Returns the origin of a plainly written web address, undefined for anything else. */
function parseOrigin(address: string): string | undefined {
  return PLAIN_WEB_ADDRESS.test(address) ? URL.parse(address)?.origin : undefined;
}
