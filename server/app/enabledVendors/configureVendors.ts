import type { NetworkTerms } from '../../providers/chain/chainPort.ts';
import { toVariablePrefix } from '../../providers/defineVendor.ts';
import type {
  ChainVendor,
  ConfigurationProblems,
  ConfiguredVendor,
  EnvironmentSource,
  Family,
  Vendor,
  VendorContext,
} from '../../providers/vendor.ts';

/** The enabled and the disabled vendors, and the faults of the others. */
export type VendorConfiguration = {
  readonly on: readonly ConfiguredVendor[];
  readonly off: readonly string[];
  /** Families of vendors that are meant to be enabled but misconfigured. */
  readonly broken: readonly Family[];
  readonly problems: readonly string[];
};

export type AvailableVendors = { readonly vendors: readonly Vendor[]; readonly chainVendors: readonly ChainVendor[] };

export type ConfigureVendorsOptions = VendorContext & { readonly tokenContracts: () => readonly string[] };

type VendorResult = {
  readonly id: string;
  readonly family: Family;
  readonly found: ConfiguredVendor | ConfigurationProblems | 'off';
};

/** Families with at most one vendor. */
const SINGLE_VENDOR_FAMILIES: readonly Family[] = ['card', 'bank', 'identity', 'venue', 'mail'];

/** Configures every vendor and every network from `source`, which must have no empty variables. Pure. */
export function configureVendors(
  { vendors, chainVendors }: AvailableVendors,
  source: EnvironmentSource,
  networks: readonly NetworkTerms[],
  surroundings: ConfigureVendorsOptions,
): VendorConfiguration {
  const plain = vendors.map((vendor) => ({
    id: vendor.id,
    family: vendor.family,
    found: configureVendor(vendor, vendors, source, surroundings),
  }));
  const chains = networks.map((terms) => ({
    id: terms.id,
    family: 'chain' as const,
    found: configureNetwork(terms, chainVendors, source, surroundings),
  }));
  const findings: readonly VendorResult[] = [...plain, ...chains];
  const replaced = new Set(
    vendors.filter(({ id }) => isEnabled(findings.find((one) => one.id === id))).flatMap(({ insteadOf }) => insteadOf),
  );
  const effective = findings.map((one) => (replaced.has(one.id) ? { ...one, found: 'off' as const } : one));
  const on = effective.flatMap(({ found }) => (found === 'off' || 'problems' in found ? [] : [found]));
  return {
    on,
    off: effective.flatMap(({ id, found }) => (found === 'off' ? [id] : [])),
    broken: effective.flatMap(({ family, found }) => (found !== 'off' && 'problems' in found ? [family] : [])),
    problems: [
      ...new Set([
        ...effective.flatMap(({ found }) => (found !== 'off' && 'problems' in found ? found.problems : [])),
        ...findSwitchProblems(vendors, source),
        ...findUnusedVariables(chainVendors, networks, source),
        ...findDuplicateVendors(on),
      ]),
    ],
  };
}

function isEnabled(finding: VendorResult | undefined): boolean {
  return finding !== undefined && finding.found !== 'off' && !('problems' in finding.found);
}

/**
 * Configures a vendor. One with an off switch is off only if the switch is `off`. Any other is off if none of its own
 * variables is set; refinements, and variables that several vendors share, do not count.
 */
function configureVendor(
  vendor: Vendor,
  vendors: readonly Vendor[],
  source: EnvironmentSource,
  surroundings: VendorContext,
): VendorResult['found'] {
  const { offSwitch } = vendor;
  const others = new Set(
    vendors.filter(({ id }) => id !== vendor.id).flatMap(({ variables }) => Object.keys(variables)),
  );
  const isSet = Object.entries(vendor.variables).some(
    ([name, { isRefinement }]) => source[name] !== undefined && !others.has(name) && !isRefinement,
  );
  const wanted = offSwitch === undefined ? isSet : source[offSwitch] !== 'off';
  return wanted ? vendor.configure(source, surroundings) : 'off';
}

function configureNetwork(
  terms: NetworkTerms,
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
  surroundings: ConfigureVendorsOptions,
): VendorResult['found'] {
  const prefix = toVariablePrefix(terms.id);
  const vendor = findChainVendor(chainVendors, terms);
  const own = Object.keys(vendor?.variables(prefix) ?? {}).filter((name) => name.startsWith(`${prefix}_`));
  if (!vendor || !own.some((name) => source[name] !== undefined)) return 'off';
  return vendor.configure(source, { ...surroundings, terms });
}

function findChainVendor(chainVendors: readonly ChainVendor[], { chain }: NetworkTerms): ChainVendor | undefined {
  return chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`));
}

function findSwitchProblems(vendors: readonly Vendor[], source: EnvironmentSource): string[] {
  return vendors.flatMap(({ offSwitch }) => {
    const value = offSwitch && source[offSwitch];
    return value === undefined || value === '' || value === 'on' || value === 'off'
      ? []
      : [`${offSwitch} must be on or off`];
  });
}

const NODE = /^([A-Z][A-Z0-9]{1,30})_RPC_URL$/;

/** Returns set variables without effect, one line each: nodes of unknown networks, and shared variables that no network uses. */
function findUnusedVariables(
  chainVendors: readonly ChainVendor[],
  networks: readonly NetworkTerms[],
  source: EnvironmentSource,
): string[] {
  const networksByPrefix = new Map(networks.map((terms) => [toVariablePrefix(terms.id), terms]));
  const nodes = Object.keys(source).filter((name) => source[name] !== undefined && NODE.test(name));
  const unknown = nodes.flatMap((name) => {
    const prefix = NODE.exec(name)?.[1] ?? '';
    const terms = networksByPrefix.get(prefix);
    if (terms && findChainVendor(chainVendors, terms)) return [];
    if (terms) return [`${name} is set, and there is no adapter for ${terms.chain}`];
    return [`${name} is set, and there is no network ${prefix.toLowerCase()} with a native coin in the configuration`];
  });
  const used = new Set(
    nodes.flatMap((name) => {
      const terms = networksByPrefix.get(NODE.exec(name)?.[1] ?? '');
      const vendor = terms && findChainVendor(chainVendors, terms);
      return vendor ? Object.keys(vendor.variables(toVariablePrefix(terms.id))) : [];
    }),
  );
  const shared = new Set(
    chainVendors.flatMap((vendor) => Object.keys(vendor.variables(''))).filter((name) => !name.startsWith('_')),
  );
  const unused = [...shared].filter((name) => source[name] !== undefined && !used.has(name));
  return [...unknown, ...unused.map((name) => `${name} is set, and no network that uses it has a node`)];
}

function findDuplicateVendors(on: readonly ConfiguredVendor[]): string[] {
  return SINGLE_VENDOR_FAMILIES.flatMap((family) => {
    const labels = on.filter((vendor) => vendor.family === family).map(({ label }) => label);
    return labels.length > 1 ? [`${labels.join(' and ')} are set: only one of them can be enabled`] : [];
  });
}
