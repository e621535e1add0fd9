import type { NetworkTerms } from '../providers/chain/chainPort.ts';
import { variablePrefix } from '../providers/defineVendor.ts';
import type { ChainVendor, ConfiguredKey, EnvironmentSource, Vendor } from '../providers/vendor.ts';

/** The keys that the signer is set to pay with: of every network of a kind whose key is set. */
export function surveyKeys(
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
  networks: readonly NetworkTerms[],
): { readonly keys: readonly ConfiguredKey[]; readonly problems: readonly string[] } {
  const read = networks.flatMap((terms) => {
    const vendor = vendorOf(chainVendors, terms);
    const isSet = vendor && secretsOf(vendor, terms).some((name) => source[name] !== undefined);
    return isSet ? [vendor.configureKey(source, terms)] : [];
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
    return vendor ? secretsOf(vendor, terms) : [];
  });
  return [...new Set(names)]
    .filter((name) => source[name] !== undefined)
    .map((name) => `${name} is the signer's alone: take it out of the environment of this process`);
}

/** Secrets of vendors whom only a worker asks, in the environment of an api process, one line each. */
export function straySecrets(all: readonly Vendor[], own: readonly Vendor[], source: EnvironmentSource): string[] {
  return all
    .filter((vendor) => !own.includes(vendor))
    .flatMap(({ variables }) => Object.entries(variables))
    .filter(([name, { secret }]) => secret && source[name] !== undefined)
    .map(([name]) => `${name} is the worker's alone: take it out of the environment of this process`);
}

function vendorOf(chainVendors: readonly ChainVendor[], { chain }: NetworkTerms): ChainVendor | undefined {
  return chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`));
}

function secretsOf(vendor: ChainVendor, { id }: NetworkTerms): readonly string[] {
  const variables = Object.entries(vendor.keyVariables(variablePrefix(id)));
  return variables.flatMap(([name, { secret }]) => (secret ? [name] : []));
}
