import type { NetworkTerms } from '../providers/chain/chainPort.ts';
import { variablePrefix } from '../providers/defineVendor.ts';
import type { ChainVendor, ConfiguredKey, EnvironmentSource, Vendor } from '../providers/vendor.ts';

/** What is left of a name that begins with that of its network belongs to no variable. */
const NO_NETWORK = { id: '' };

/** The keys that the signer is set to pay with: of every network of a kind whose key is set. */
export function surveyKeys(
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
  networks: readonly NetworkTerms[],
): { readonly keys: readonly ConfiguredKey[]; readonly problems: readonly string[] } {
  const read = networks.flatMap((terms) => {
    const vendor = vendorOf(chainVendors, terms);
    return vendor && isSet(vendor, terms, chainVendors, source) ? [vendor.configureKey(source, terms)] : [];
  });
  return {
    keys: read.flatMap((found) => ('problems' in found ? [] : [found])),
    problems: read.flatMap((found) => ('problems' in found ? found.problems : [])),
  };
}

/** Variables of the signer's that another process has no business with, one line each. */
export function strayKeys(
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
  networks: readonly NetworkTerms[],
): string[] {
  const names = networks.flatMap((terms) => {
    const vendor = vendorOf(chainVendors, terms);
    return vendor ? keyNames(vendor, terms) : [];
  });
  return [...new Set(names)]
    .filter((name) => source[name] !== undefined)
    .map((name) => `${name} is the signer's alone: take it out of the environment of this process`);
}

/**
 * Secrets of vendors that only a worker asks, and their addresses, which may hold a password, in the environment of an api
 * process, one line each.
 */
export function straySecrets(all: readonly Vendor[], own: readonly Vendor[], source: EnvironmentSource): string[] {
  const shared = new Set(own.flatMap(({ variables }) => Object.keys(variables)));
  return all
    .filter((vendor) => !own.includes(vendor))
    .flatMap(({ variables }) => Object.entries(variables))
    .filter(([name, { secret, address }]) => (secret || address) && !shared.has(name) && source[name] !== undefined)
    .map(([name]) => `${name} is the worker's alone: take it out of the environment of this process`);
}

function vendorOf(chainVendors: readonly ChainVendor[], { chain }: NetworkTerms): ChainVendor | undefined {
  return chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`));
}

/** A variable that several kinds of network read, as the passphrase's file, says nothing about any of them. */
function isSet(
  vendor: ChainVendor,
  terms: NetworkTerms,
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
): boolean {
  const others = new Set(chainVendors.filter((each) => each !== vendor).flatMap((each) => keyNames(each, NO_NETWORK)));
  return keyNames(vendor, terms).some((name) => source[name] !== undefined && !others.has(name));
}

/** Variables that have the key, or say where it is. */
function keyNames(vendor: ChainVendor, { id }: Pick<NetworkTerms, 'id'>): readonly string[] {
  const variables = Object.entries(vendor.keyVariables(variablePrefix(id)));
  return variables.flatMap(([name, { secret, secretAt }]) => (secret || secretAt ? [name] : []));
}
