import type { DoctorCheck } from '@slipway/contract/entities/partnerPages.ts';

/** Text of a check: its rule, and what to do about a fault. `request`: the change is requested under Keys and origins. */
type CheckText = { readonly rule: string; readonly next: string; readonly request?: true };

export const doctorTexts: Readonly<Record<DoctorCheck, CheckText>> = {
  page_insecure: {
    rule: 'The page is served by https',
    next: 'Serve it by https, and request that origin.',
    request: true,
  },
  origin_unknown: { rule: 'The page’s origin is allowed', next: 'Request it as an allowed origin.', request: true },
  origin_insecure: {
    rule: 'All allowed origins use https',
    next: 'Request the allowed origins again, without those that use http.',
    request: true,
  },
  redirect_not_allowed: {
    rule: 'Buyers may be redirected to the page’s redirectUrl',
    next: 'Request its origin as a redirect origin.',
    request: true,
  },
  webhook_missing: { rule: 'A webhook address is registered', next: 'Request one.', request: true },
  webhook_secret_missing: { rule: 'A webhook secret exists', next: 'Request one.', request: true },
  webhook_off: {
    rule: 'Webhooks are sent',
    next: 'Repair your endpoint, then ask the operator to enable it again.',
  },
  webhook_address_refused: {
    rule: 'The webhook address is public',
    next: 'Request an address that everyone can reach.',
    request: true,
  },
  key_retiring: {
    rule: 'Your server uses the newest key',
    next: 'Configure the newest key on your server, or request another if it was lost.',
    request: true,
  },
  page_unreachable: {
    rule: 'Slipway can load the page',
    next: 'Enter a page that everyone can reach, and check its DNS records and certificate.',
  },
  page_not_ok: {
    rule: 'The page answers without a redirect or a login',
    next: 'Enter the address to which it redirects, or a page that needs no login.',
  },
  loader_other_origin: { rule: 'The loader comes from this installation', next: 'Change the script tag:' },
  integrity_outdated: { rule: 'The integrity hash is that of the loader', next: 'Change the script tag:' },
  integrity_missing: { rule: 'The script tag has an integrity hash', next: 'Add to the script tag:' },
  crossorigin_missing: { rule: 'The script tag has a crossorigin attribute', next: 'Add to the script tag:' },
  policy_frame: { rule: 'Your content security policy allows the frame', next: 'Change this directive of the policy:' },
  policy_script: {
    rule: 'Your content security policy allows the loader',
    next: 'Change this directive of the policy:',
  },
  opener_policy: { rule: 'The page stays connected to the windows that it opens', next: 'Send this header:' },
  embedder_policy: { rule: 'The page’s embedder policy allows the frame', next: 'Change this header:' },
  referrer_hidden: { rule: 'The page shows its origin', next: 'Send this header:' },
  clock_skew: {
    rule: 'Your server’s clock is right',
    next: 'Synchronize it with a time server, for example on Linux:',
  },
};
