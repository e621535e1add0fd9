import type { NetworkTerms } from '../providers/chain/chainPort.ts';
import { variablePrefix } from '../providers/defineVendor.ts';
import type {
  ChainVendor,
  ConfiguredVendor,
  EnvironmentSource,
  Family,
  Problems,
  Surroundings,
  Vendor,
} from '../providers/vendor.ts';

/** Which vendors are on, which are off, and what keeps the others from being either. */
export type Survey = {
  readonly on: readonly ConfiguredVendor[];
  readonly off: readonly string[];
  /** Families of those that are meant to be on, and cannot be as they are set. */
  readonly broken: readonly Family[];
  readonly problems: readonly string[];
};

export type SurveyedVendors = { readonly vendors: readonly Vendor[]; readonly chainVendors: readonly ChainVendor[] };

export type SurveySurroundings = Surroundings & { readonly tokenContracts: () => readonly string[] };

type Finding = { readonly id: string; readonly family: Family; readonly found: ConfiguredVendor | Problems | 'off' };

/** Of these there is one at most. */
const SINGLE: readonly Family[] = ['card', 'bank', 'identity', 'venue', 'mail'];

/** Reads the variables of every vendor and of every network. Pure; empty variables are unset. */
export function surveyVendors(
  { vendors, chainVendors }: SurveyedVendors,
  source: EnvironmentSource,
  networks: readonly NetworkTerms[],
  surroundings: SurveySurroundings,
): Survey {
  const plain = vendors.map((vendor) => ({
    id: vendor.id,
    family: vendor.family,
    found: readVendor(vendor, vendors, source, surroundings),
  }));
  const chains = networks.map((terms) => ({
    id: terms.id,
    family: 'chain' as const,
    found: readNetwork(terms, chainVendors, source, surroundings),
  }));
  const findings: readonly Finding[] = [...plain, ...chains];
  const replaced = new Set(
    vendors.filter(({ id }) => isOn(findings.find((one) => one.id === id))).flatMap(({ insteadOf }) => insteadOf),
  );
  const kept = findings.map((one) => (replaced.has(one.id) ? { ...one, found: 'off' as const } : one));
  const on = kept.flatMap(({ found }) => (found === 'off' || 'problems' in found ? [] : [found]));
  return {
    on,
    off: kept.flatMap(({ id, found }) => (found === 'off' ? [id] : [])),
    broken: kept.flatMap(({ family, found }) => (found !== 'off' && 'problems' in found ? [family] : [])),
    problems: [
      ...new Set([
        ...kept.flatMap(({ found }) => (found !== 'off' && 'problems' in found ? found.problems : [])),
        ...switchProblems(vendors, source),
        ...strayVariables(chainVendors, networks, source),
        ...twiceOn(on),
      ]),
    ],
  };
}

function isOn(finding: Finding | undefined): boolean {
  return finding !== undefined && finding.found !== 'off' && !('problems' in finding.found);
}

/** None of its own variables set, it is off. A variable that several vendors read says nothing about any of them. */
function readVendor(
  vendor: Vendor,
  vendors: readonly Vendor[],
  source: EnvironmentSource,
  surroundings: Surroundings,
): Finding['found'] {
  const { offSwitch } = vendor;
  const others = new Set(
    vendors.filter(({ id }) => id !== vendor.id).flatMap(({ variables }) => Object.keys(variables)),
  );
  const isSet = Object.entries(vendor.variables).some(
    ([name, { refines }]) => source[name] !== undefined && !others.has(name) && !refines,
  );
  const wanted = offSwitch === undefined ? isSet : source[offSwitch] !== 'off';
  return wanted ? vendor.configure(source, surroundings) : 'off';
}

function readNetwork(
  terms: NetworkTerms,
  chainVendors: readonly ChainVendor[],
  source: EnvironmentSource,
  surroundings: SurveySurroundings,
): Finding['found'] {
  const prefix = variablePrefix(terms.id);
  const vendor = vendorOfChain(chainVendors, terms);
  const own = Object.keys(vendor?.variables(prefix) ?? {}).filter((name) => name.startsWith(`${prefix}_`));
  if (!vendor || !own.some((name) => source[name] !== undefined)) return 'off';
  return vendor.configure(source, { ...surroundings, terms });
}

function vendorOfChain(chainVendors: readonly ChainVendor[], { chain }: NetworkTerms): ChainVendor | undefined {
  return chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`));
}

function switchProblems(vendors: readonly Vendor[], source: EnvironmentSource): string[] {
  return vendors.flatMap(({ offSwitch }) => {
    const word = offSwitch && source[offSwitch];
    return word === undefined || word === '' || word === 'on' || word === 'off'
      ? []
      : [`${offSwitch} must be on or off`];
  });
}

const NODE = /^([A-Z][A-Z0-9]{1,30})_RPC_URL$/;

/** Nodes of networks that nobody has described, and keys that no network uses. */
function strayVariables(
  chainVendors: readonly ChainVendor[],
  networks: readonly NetworkTerms[],
  source: EnvironmentSource,
): string[] {
  const known = new Map(networks.map((terms) => [variablePrefix(terms.id), terms]));
  const nodes = Object.keys(source).filter((name) => source[name] !== undefined && NODE.test(name));
  const unknown = nodes.flatMap((name) => {
    const prefix = NODE.exec(name)?.[1] ?? '';
    const terms = known.get(prefix);
    if (terms && vendorOfChain(chainVendors, terms)) return [];
    if (terms) return [`${name} is set, and there is no adapter for ${terms.chain}`];
    return [`${name} is set, and there is no network ${prefix.toLowerCase()} with a native coin in the configuration`];
  });
  const used = new Set(
    nodes.flatMap((name) => {
      const terms = known.get(NODE.exec(name)?.[1] ?? '');
      const vendor = terms && vendorOfChain(chainVendors, terms);
      return vendor ? Object.keys(vendor.variables(variablePrefix(terms.id))) : [];
    }),
  );
  const shared = new Set(
    chainVendors.flatMap((vendor) => Object.keys(vendor.variables(''))).filter((name) => !name.startsWith('_')),
  );
  const unused = [...shared].filter((name) => source[name] !== undefined && !used.has(name));
  return [...unknown, ...unused.map((name) => `${name} is set, and no network that uses it has a node`)];
}

function twiceOn(on: readonly ConfiguredVendor[]): string[] {
  return SINGLE.flatMap((family) => {
    const labels = on.filter((vendor) => vendor.family === family).map(({ label }) => label);
    return labels.length > 1 ? [`${labels.join(' and ')} are set: there can be one of them only`] : [];
  });
}
