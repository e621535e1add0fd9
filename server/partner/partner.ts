import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { isOwnPath } from '@slipway/contract/ownPath.ts';
import type { Decimal } from '@slipway/money/decimal.ts';

/** A site that opens Slipway, and what it has agreed with the operator. */
export type Partner = {
  readonly id: string;
  readonly name: string;
  /** The payment partner's buyers choose for themselves; a partner site's method and provider are chosen for them. */
  readonly kind: 'payment_partner' | 'partner_site';
  readonly origins: readonly string[];
  /** Origins of sites, and schemes of apps, to which a buyer may be sent back. */
  readonly redirects: readonly string[];
  readonly payMethod: PayMethod | '';
  readonly offerType: string;
  /** Where its events are posted to. */
  readonly webhookUrl: string | undefined;
  /** What a buyer may pay a day with saved cards in a login that this partner minted, without a code of their own. */
  readonly savedCardCentsPerDay: bigint;
  /** Of what the buyer pays, a fraction. */
  readonly share: Decimal;
};

export type Partners = ReadonlyMap<string, Partner>;

/** The spec's own id for no partner. */
export const NO_PARTNER = '0';

/** The partner of an id, else of the origin that a page says it comes from. */
export function findPartner(partners: Partners, partnerId: string, origin: string): Partner | undefined {
  const named = partners.get(partnerId);
  if (named) return named;
  const from = originOf(origin);
  return from === undefined ? undefined : [...partners.values()].find(({ origins }) => origins.includes(from));
}

/**
 * An app's own scheme, named for a domain as RFC 8252 (section 7.1) asks: no scheme of a browser, such as `javascript`, has a
 * dot in it.
 */
export const APP_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\/\/$/;

/** The address to go back to, when this partner is allowed it. A path of this site needs no partner's allowance. */
export function allowedRedirect(partner: Partner | undefined, redirectUrl: string): string | undefined {
  if (isOwnPath(redirectUrl)) return redirectUrl;
  const origin = originOf(redirectUrl) ?? appSchemeOf(redirectUrl);
  return origin !== undefined && partner?.redirects.includes(origin) ? redirectUrl : undefined;
}

/**
 * An address to go back to, with what has become of the order. Its own query and fragment stay as they were written; what they
 * say of an `orderNo` or a `status` comes first.
 */
export function returnAddress(
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
 * A web page's address about whose site all readers agree: a browser drops tabs and newlines and takes `\` for `/`, others do
 * not, and a user before the host only looks like another site.
 */
const PLAIN_PAGE = /^https?:\/\/[^\s\\/?#@]+(?:[/?#][^\t\n\r]*)?$/i;

/** The scheme of an app's address, as it is registered. */
function appSchemeOf(address: string): string | undefined {
  const [, scheme] = /^([a-z0-9.-]+:\/\/)[\w\-./?=&%~:+#]*$/i.exec(address) ?? [];
  const registered = scheme?.toLowerCase();
  return registered !== undefined && APP_SCHEME.test(registered) ? registered : undefined;
}

/** Undefined for what is not the address of a web page, plainly written. */
function originOf(address: string): string | undefined {
  return PLAIN_PAGE.test(address) ? URL.parse(address)?.origin : undefined;
}
