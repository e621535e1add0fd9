import type { Environment } from '../../platform/config/environment.ts';
import type { ConfiguredVendor } from '../../providers/vendor.ts';
import { findCellFaults } from './findCellFaults.ts';
import { findMixedEnvironments } from './findMixedEnvironments.ts';
import { findSecretWeakness } from './findSecretWeakness.ts';
import { findPublication } from './publishedSecrets.ts';
import { findTransportWeakness, isPrivateNetworkUrl } from './transportWeakness.ts';

const MAKE_ONE = 'make one with: openssl rand -hex 32';

/** Returns the faults of secrets, addresses, cells and environments that forbid a start, one line each. */
export function findStartFaults(environment: Environment, on: readonly ConfiguredVendor[]): string[] {
  const { ALERT_WEBHOOK_URL } = environment;
  const addresses = [
    ...(ALERT_WEBHOOK_URL === undefined ? [] : [['ALERT_WEBHOOK_URL', ALERT_WEBHOOK_URL] as const]),
    ...on.flatMap((vendor) => Object.entries(vendor.addresses)),
  ];
  const mixed = findMixedEnvironments(on);
  if (environment.SLIPWAY_SANDBOX === '1') {
    const outside = [['PUBLIC_URL', environment.PUBLIC_URL] as const, ...addresses]
      .filter(([, address]) => !isPrivateNetworkUrl(address))
      .map(
        ([name]) =>
          `${name} must be on this machine or in a private network: SLIPWAY_SANDBOX=1 is only for the sandbox`,
      );
    return [...new Set([...outside, ...findCellFaults(environment), ...mixed])];
  }
  const { SLIPWAY_SECRET, METRICS_TOKEN, ALERT_WEBHOOK_SECRET, WEB_PUSH_PRIVATE_KEY } = environment;
  const own = { SLIPWAY_SECRET, METRICS_TOKEN, ALERT_WEBHOOK_SECRET, WEB_PUSH_PRIVATE_KEY };
  const former = environment.SLIPWAY_FORMER_SECRETS.map((secret) => ({ SLIPWAY_FORMER_SECRETS: secret }));
  const personal = environment.PERSONAL_DATA_KEYS.map(({ id, key }) => ({
    [`PERSONAL_DATA_KEYS (${id})`]: Buffer.from(key).toString('hex'),
  }));
  const secrets = [own, ...former, ...personal, ...on.map((vendor) => vendor.secrets)];
  const unsafe = addresses.flatMap(([name, address]) => {
    const why = findTransportWeakness(address);
    return why ? [`${name} ${why}`] : [];
  });
  const publishedRootKeys = findPublishedRootKeys(environment.OPERATOR_ROOT_KEYS);
  return [
    ...new Set([
      ...secrets.flatMap(findSecretFaults),
      ...publishedRootKeys,
      ...unsafe,
      ...findCellFaults(environment),
      ...mixed,
    ]),
  ];
}

/** Returns first admins whose private keys are public, one line each. */
export function findPublishedRootKeys(rootKeys: Environment['OPERATOR_ROOT_KEYS']): string[] {
  return rootKeys
    .filter(({ credential }) => findPublication(credential.publicKey) !== undefined)
    .map(({ name }) => `OPERATOR_ROOT_KEYS names the sandbox's ${name}, whose key is public`);
}

/** Returns secrets that are published or could be guessed, one line each, by variable name. */
export function findSecretFaults(secrets: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => checkSecret(name, secret));
}

function checkSecret(name: string, secret: string | undefined): string[] {
  if (secret === undefined) return [];
  const published = findPublication(secret);
  if (published === 'sandbox') return [`${name} is the sandbox's, which is public`];
  if (published === 'development')
    return [`${name} is a well-known key of development tools: anybody can take its coins`];
  const why = findSecretWeakness(secret);
  return why === undefined ? [] : [`${name} ${why}: it could be guessed; ${MAKE_ONE}`];
}
