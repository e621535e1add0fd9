import type { z } from 'zod';
import { KeyRefusal } from './chain/keyRefusal.ts';
import type {
  ChainManifest,
  ChainVendor,
  ConfigurationProblems,
  ConfiguredVendor,
  EnvironmentSource,
  Family,
  Variable,
  Variables,
  Vendor,
  VendorManifest,
} from './vendor.ts';

export function defineVendor<Name extends Exclude<Family, 'chain'>, Schema extends z.ZodObject>(
  manifest: VendorManifest<Name, Schema>,
): Vendor<Name> {
  const {
    id,
    family,
    label,
    variables,
    hosts,
    limits,
    offSwitch,
    insteadOf = [],
    wallets = [],
    methods = [],
  } = manifest;
  return {
    id,
    family,
    label,
    variables,
    hosts,
    limits,
    offSwitch,
    insteadOf,
    wallets,
    methods,
    configure(source, context) {
      const read = readConfig(manifest.config, variables, source, {});
      if ('problems' in read) return read;
      const { checkCredentials } = manifest;
      return {
        id,
        family,
        label,
        wallets,
        ...read.variableValues,
        environment: manifest.getEnvironment(read.config),
        create: () => manifest.create(read.config, context),
        checkCredentials: checkCredentials && (() => checkCredentials(read.config, context)),
      };
    },
  };
}

export function defineChainVendor<Schema extends z.ZodObject, KeySchema extends z.ZodObject>(
  manifest: ChainManifest<Schema, KeySchema>,
): ChainVendor {
  const { id, label, limits, namespace, hasContracts } = manifest;
  return {
    id,
    label,
    limits,
    namespace,
    hasContracts,
    variables: (prefix) => manifest.variables(prefix),
    openAddresses: (context) => manifest.openAddresses(context),
    configure(source, context) {
      const { terms } = context;
      const variables = manifest.variables(toVariablePrefix(terms.id));
      const read = readConfig(manifest.config, variables, source, manifest.getConfig(terms));
      if ('problems' in read) {
        return { problems: read.problems.map((line) => nameNetworkInProblem(line, terms.id)) };
      }
      return {
        id: terms.id,
        family: 'chain',
        label: terms.name,
        wallets: [],
        ...read.variableValues,
        environment: manifest.getEnvironment(read.config),
        create: () => manifest.create(read.config, context),
        checkCredentials: () => manifest.checkCredentials(read.config, context),
      };
    },
    keyVariables: (prefix) => manifest.key.variables(prefix),
    configureKey(source, terms) {
      const { key } = manifest;
      const variables = key.variables(toVariablePrefix(terms.id));
      const read = readConfig(key.config, variables, source, key.getConfig(terms));
      if ('problems' in read) return { problems: read.problems.map((line) => nameNetworkInProblem(line, terms.id)) };
      return {
        network: terms.chain,
        secrets: read.variableValues.secrets,
        open: (openSigner) =>
          key.open(read.config, openSigner).catch((error: unknown) => toKeyProblem(error, variables)),
      };
    },
  };
}

/** Returns a refused key as a problem that names the variable of the key; rethrows any other error. */
function toKeyProblem(error: unknown, variables: Variables): ConfigurationProblems {
  if (!(error instanceof KeyRefusal)) throw error;
  return { problems: [`${findVariableName(variables, error.field) ?? error.field} ${error.message}`] };
}

function findVariableName(variables: Variables, field: string): string | undefined {
  return Object.entries(variables).find(([, { sets }]) => sets === field)?.[0];
}

/** Adds the network to a problem of a field without a variable (`.field …`), which the network's row sets. */
function nameNetworkInProblem(problem: string, network: string): string {
  return problem.replace(/^\.(\w+)/, `network ${network}, $1`);
}

/** Returns the prefix of the network's variables, e.g. `ETHEREUM` for `ethereum`. */
export function toVariablePrefix(networkId: string): string {
  return networkId.toUpperCase();
}

type ParsedConfig<Schema extends z.ZodType> = {
  readonly config: z.output<Schema>;
  readonly variableValues: Pick<ConfiguredVendor, 'secrets' | 'addresses'>;
};

function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  variables: Variables,
  source: EnvironmentSource,
  rowFields: object,
): ParsedConfig<Schema> | ConfigurationProblems {
  const entries = Object.entries(variables);
  const fieldValues = entries.flatMap(([name, { sets }]) =>
    source[name] === undefined ? [] : [[sets, source[name]] as const],
  );
  const parsed = schema.safeParse({ ...rowFields, ...Object.fromEntries(fieldValues) });
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map((issue) => {
        const field = String(issue.path[0]);
        const name = findVariableName(variables, field);
        if (name === undefined) return `.${field} ${issue.message}`;
        return source[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`;
      }),
    };
  }
  const config: Readonly<Record<string, unknown>> = parsed.data;
  const collectValues = (kind: 'secret' | 'address', getValue: (name: string, variable: Variable) => unknown) =>
    Object.fromEntries(
      entries.flatMap(([name, variable]) => {
        const value = variable[kind] ? getValue(name, variable) : undefined;
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
  return {
    config: parsed.data,
    variableValues: {
      secrets: collectValues('secret', (name) => source[name]),
      addresses: collectValues('address', (_name, { sets }) => config[sets]),
    },
  };
}
