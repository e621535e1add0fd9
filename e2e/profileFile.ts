import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One example of `docs/profiles`, as it is written there. */
export type Profile = {
  /** Variables that it sets, with their placeholders. */
  readonly set: Readonly<Record<string, string>>;
  /** Variables that it shows behind a number sign. */
  readonly shown: readonly string[];
};

export const profileNames = ['full', 'bank-only', 'aggregator'] as const;

export type ProfileName = (typeof profileNames)[number];

/** Profiles of single processes, which sell nothing by themselves. */
type ProcessProfile = 'api' | 'worker' | 'migrate';

const LINE = /^(#?)([A-Z][A-Z0-9_]*)=(.*)$/;

export function readProfile(name: ProfileName | ProcessProfile): Profile {
  const file = fileURLToPath(new URL(`../docs/profiles/${name}.env`, import.meta.url));
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, mark, variable = '', value = ''] = LINE.exec(line) ?? [];
      return variable === '' ? [] : [{ isShown: mark === '#', variable, value }];
    });
  return {
    set: Object.fromEntries(lines.flatMap(({ isShown, variable, value }) => (isShown ? [] : [[variable, value]]))),
    shown: lines.flatMap(({ isShown, variable }) => (isShown ? [variable] : [])),
  };
}

/** What the run itself decides. */
const OF_THE_RUN = new Set(['DATABASE_URL', 'DATABASE_ROLE_PREFIX', 'PORT', 'ROLE', 'RATE_LIMITS']);
/** Shown addresses that lead to another vendor or a network, where the sandbox has a stand-in. */
const LEADS_ELSEWHERE =
  /_(?:API_URL|PLATFORM_URL|GATEWAY_URL|CHECKOUT_URL|SCRIPT_URL|RATES_URL|LIST_URL|CHAIN_ID|WEBHOOK_PUBLIC_KEY)$|^(?:EXPLORER|OPEN_EXCHANGE_RATES)_URL$/;

/** Exactly the profile's variables, with the stand-ins in the place of the vendors. */
export function onStandIns({ set, shown }: Profile, sandbox: Readonly<Record<string, string>>): Record<string, string> {
  const names = [...Object.keys(set), ...shown.filter((name) => LEADS_ELSEWHERE.test(name))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = sandbox[name] ?? set[name];
      return value === undefined || OF_THE_RUN.has(name) ? [] : [[name, value]];
    }),
  );
}
