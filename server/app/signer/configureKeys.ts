import type { NetworkTerms } from '../../providers/chain/chainPort.ts';
import { toVariablePrefix } from '../../providers/defineVendor.ts';
import type { ChainVendor, ConfiguredKey, EnvironmentSource, Vendor } from '../../providers/vendor.ts';

/** An empty network id: prefixed names then match no variable, and only shared names do. */
const NO_NETWORK = { id: '' };

/** Returns the keys that the signer is configured to pay with: of every network whose key variables are set. */
export function configureKeys(
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
  networks: readonly NetworkTerms[],
): { readonly keys: readonly ConfiguredKey[]; readonly problems: readonly string[] } {
  const read = networks.flatMap((terms) => {
    const vendor = findChainVendor(chainVendors, terms);
    return vendor && hasOwnKeyVariable(vendor, terms, chainVendors, source) ? [vendor.configureKey(source, terms)] : [];
  });
  return {
    keys: read.flatMap((found) => ('problems' in found ? [] : [found])),
    problems: read.flatMap((found) => ('problems' in found ? found.problems : [])),
  };
}

/** Returns the signer's variables that another process must not have, one line each. */
export function findMisplacedKeys(
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
  networks: readonly NetworkTerms[],
): string[] {
  const names = networks.flatMap((terms) => {
    const vendor = findChainVendor(chainVendors, terms);
    return vendor ? listKeyVariables(vendor, terms) : [];
  });
  return [...new Set(names)]
    .filter((name) => source[name] !== undefined)
    .map((name) => `${name} is only for the signer: remove it from the environment of this process`);
}

/**
 * Returns secrets of worker-only vendors in the environment of an api process, including their URLs, which may contain a
 * password, one line each.
 */
export function findMisplacedSecrets(
  all: readonly Vendor[],
  own: readonly Vendor[],
  source: EnvironmentSource,
): string[] {
  const shared = new Set(own.flatMap(({ variables }) => Object.keys(variables)));
  return all
    .filter((vendor) => !own.includes(vendor))
    .flatMap(({ variables }) => Object.entries(variables))
    .filter(([name, { secret, address }]) => (secret || address) && !shared.has(name) && source[name] !== undefined)
    .map(([name]) => `${name} is only for the worker: remove it from the environment of this process`);
}

function findChainVendor(chainVendors: readonly ChainVendor[], { chain }: NetworkTerms): ChainVendor | undefined {
  return chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`));
}

/**
 * Returns true if the network's own key variables are set. A variable shared by several kinds of network, such as the
 * passphrase's file, does not count.
 */
function hasOwnKeyVariable(
  vendor: ChainVendor,
  terms: NetworkTerms,
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
): boolean {
  const others = new Set(
    chainVendors.filter((each) => each !== vendor).flatMap((each) => listKeyVariables(each, NO_NETWORK)),
  );
  return listKeyVariables(vendor, terms).some((name) => source[name] !== undefined && !others.has(name));
}

/** Returns the variables that contain the key or its location. */
function listKeyVariables(vendor: ChainVendor, { id }: Pick<NetworkTerms, 'id'>): readonly string[] {
  const variables = Object.entries(vendor.keyVariables(toVariablePrefix(id)));
  return variables.flatMap(([name, { secret, secretAt }]) => (secret || secretAt ? [name] : []));
}
