import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One example of `docs/profiles`, unchanged. */
export type Profile = {
  /** Variables that it sets, including placeholders. */
  readonly set: Readonly<Record<string, string>>;
  /** Variables that it lists commented out. */
  readonly commentedOut: readonly string[];
};

export const profileNames = ['full', 'bank-only', 'aggregator'] as const;

export type ProfileName = (typeof profileNames)[number];

/** Profiles of single processes, which do not sell on their own. */
type ProcessProfile = 'api' | 'worker' | 'migrate';

const LINE = /^(#?)([A-Z][A-Z0-9_]*)=(.*)$/;

export function readProfile(name: ProfileName | ProcessProfile): Profile {
  const file = fileURLToPath(new URL(`../docs/profiles/${name}.env`, import.meta.url));
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, mark, variable = '', value = ''] = LINE.exec(line) ?? [];
      return variable === '' ? [] : [{ isCommentedOut: mark === '#', variable, value }];
    });
  return {
    set: Object.fromEntries(
      lines.flatMap(({ isCommentedOut, variable, value }) => (isCommentedOut ? [] : [[variable, value]])),
    ),
    commentedOut: lines.flatMap(({ isCommentedOut, variable }) => (isCommentedOut ? [variable] : [])),
  };
}

/** Variables that the run itself sets. */
const RUN_VARIABLES = new Set(['DATABASE_URL', 'DATABASE_ROLE_PREFIX', 'PORT', 'ROLE', 'RATE_LIMITS']);
/** Commented-out addresses of another vendor or network, for which the sandbox has a stand-in. */
const VENDOR_ADDRESS =
  /_(?:API_URL|PLATFORM_URL|GATEWAY_URL|CHECKOUT_URL|SCRIPT_URL|RATES_URL|LIST_URL|CHAIN_ID|WEBHOOK_PUBLIC_KEY)$|^(?:EXPLORER|OPEN_EXCHANGE_RATES)_URL$/;

/**
 * Returns the profile's variables with the sandbox's values where it has them, and the addresses of stand-ins that the profile
 * only lists. Omits variables that the run sets.
 */
export function replaceVendorAddresses(
  { set, commentedOut }: Profile,
  sandbox: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...Object.keys(set), ...commentedOut.filter((name) => VENDOR_ADDRESS.test(name))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = sandbox[name] ?? set[name];
      return value === undefined || RUN_VARIABLES.has(name) ? [] : [[name, value]];
    }),
  );
}
