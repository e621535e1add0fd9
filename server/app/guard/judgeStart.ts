import type { Environment } from '../../platform/config/environment.ts';
import type { ConfiguredVendor } from '../../providers/vendor.ts';
import { cellFaults } from './cellFaults.ts';
import { whyGuessable } from './guessableSecret.ts';
import { mixedWorlds } from './mixedWorlds.ts';
import { whereIsPublished } from './publishedSecrets.ts';
import { isOwnNetwork, whyUnsafe } from './reachedSafely.ts';

const MAKE_ONE = 'make one with: openssl rand -hex 32';

/** What forbids to go live, as far as it can be seen without asking anybody: one line each, by the variable's name. */
export function judgeStart(environment: Environment, on: readonly ConfiguredVendor[]): string[] {
  const { ALERT_WEBHOOK_URL } = environment;
  const addresses = [
    ...(ALERT_WEBHOOK_URL === undefined ? [] : [['ALERT_WEBHOOK_URL', ALERT_WEBHOOK_URL] as const]),
    ...on.flatMap((vendor) => Object.entries(vendor.addresses)),
  ];
  const mixed = mixedWorlds(on);
  if (environment.SLIPWAY_SANDBOX === '1') {
    const outside = [['PUBLIC_URL', environment.PUBLIC_URL] as const, ...addresses]
      .filter(([, address]) => !isOwnNetwork(address))
      .map(([name]) => `${name} must lead to this machine: SLIPWAY_SANDBOX=1 is for the sandbox alone`);
    return [...new Set([...outside, ...cellFaults(environment), ...mixed])];
  }
  const { SLIPWAY_SECRET, METRICS_TOKEN, ALERT_WEBHOOK_SECRET, WEB_PUSH_PRIVATE_KEY } = environment;
  const own = { SLIPWAY_SECRET, METRICS_TOKEN, ALERT_WEBHOOK_SECRET, WEB_PUSH_PRIVATE_KEY };
  const former = environment.SLIPWAY_FORMER_SECRETS.map((secret) => ({ SLIPWAY_FORMER_SECRETS: secret }));
  const personal = environment.PERSONAL_DATA_KEYS.map(({ id, key }) => ({
    [`PERSONAL_DATA_KEYS (${id})`]: Buffer.from(key).toString('hex'),
  }));
  const secrets = [own, ...former, ...personal, ...on.map((vendor) => vendor.secrets)];
  const unsafe = addresses.flatMap(([name, address]) => {
    const why = whyUnsafe(address);
    return why ? [`${name} ${why}`] : [];
  });
  const persons = publishedPersons(environment.OPERATOR_ROOT_KEYS);
  return [...new Set([...secrets.flatMap(secretFaults), ...persons, ...unsafe, ...cellFaults(environment), ...mixed])];
}

/** First admins whose keys everybody has, one line each. */
export function publishedPersons(rootKeys: Environment['OPERATOR_ROOT_KEYS']): string[] {
  return rootKeys
    .filter(({ credential }) => whereIsPublished(credential.publicKey) !== undefined)
    .map(({ name }) => `OPERATOR_ROOT_KEYS names the sandbox's ${name}, whose key everybody has`);
}

/** Why secrets cannot be those of a real operator, one line each, by their variables' names. */
export function secretFaults(secrets: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => secretFault(name, secret));
}

function secretFault(name: string, secret: string | undefined): string[] {
  if (secret === undefined) return [];
  const published = whereIsPublished(secret);
  if (published === 'sandbox') return [`${name} is the sandbox's, which everybody can read`];
  if (published === 'development')
    return [`${name} is a well-known key of development tools: anybody can take its coins`];
  const why = whyGuessable(secret);
  return why === undefined ? [] : [`${name} ${why}: it could be guessed; ${MAKE_ONE}`];
}
