import { resolve } from 'node:path';
import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import { OperatorError } from './operatorError.ts';

export type StartSettings = {
  readonly port: number;
  /** First of the sandbox's consecutive ports. */
  readonly sandboxPort: number;
  /** Port of the operators' console; undefined if there is none. */
  readonly consolePort: number | undefined;
  /** An absolute path. */
  readonly dataDir: string;
  /** Undefined: an embedded database. */
  readonly databaseUrl: string | undefined;
  readonly rateLimits: 'on' | 'off';
  readonly role: 'all' | 'api' | 'worker';
};

const HIGHEST_PORT = 65_535;
export const SANDBOX_PORT_COUNT = Object.keys(assignSandboxPorts(0)).length;

/** The parsed value of a variable, or in `fault` the required format. */
type ParsedVariable<Value> = { readonly value: Value } | { readonly fault: string };

/**
 * Returns the settings of `npm start`. Throws an {@link OperatorError} that names every invalid variable, or two that name the same
 * port. An empty variable counts as unset.
 */
export function readStartSettings(environment: NodeJS.ProcessEnv, folder: string): StartSettings {
  const faults: string[] = [];

  function read<Value>(name: string, defaultValue: Value, parse: (text: string) => ParsedVariable<Value>): Value {
    const text = environment[name];
    if (!text) return defaultValue;
    const reading = parse(text);
    if ('value' in reading) return reading.value;
    // The value itself stays out of the message: DATABASE_URL holds a password.
    faults.push(`${name} must be ${reading.fault}`);
    return defaultValue;
  }

  const settings: StartSettings = {
    port: read('PORT', 8080, createPortParser(HIGHEST_PORT)),
    sandboxPort: read('SANDBOX_PORT', 8090, createPortParser(HIGHEST_PORT - SANDBOX_PORT_COUNT + 1)),
    consolePort: read<number | undefined>('CONSOLE_PORT', undefined, createPortParser(HIGHEST_PORT)),
    dataDir: resolve(folder, environment['DATA_DIR'] || '.data'),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, parsePostgresUrl),
    rateLimits: read('RATE_LIMITS', 'on', createChoiceParser(['on', 'off'])),
    role: read('ROLE', 'all', createChoiceParser(['all', 'api', 'worker'])),
  };
  if (faults.length > 0) throw new OperatorError(`${faults.join('; ')}.`);
  requireDistinctPorts(settings);
  return settings;
}

function createPortParser(highest: number): (text: string) => ParsedVariable<number> {
  return (text) =>
    /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= highest
      ? { value: Number(text) }
      : { fault: `a port number from 1 to ${highest}` };
}

function createChoiceParser<Choice extends string>(
  choices: readonly Choice[],
): (text: string) => ParsedVariable<Choice> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { fault: choices.map((choice) => `'${choice}'`).join(' or ') } : { value };
  };
}

function parsePostgresUrl(text: string): ParsedVariable<string> {
  return /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')
    ? { value: text }
    : { fault: 'an address like postgres://user:password@host:5432/database' };
}

function requireDistinctPorts({ port, consolePort, sandboxPort }: StartSettings): void {
  const last = sandboxPort + SANDBOX_PORT_COUNT - 1;
  for (const [name, own] of [
    ['PORT', port],
    ['CONSOLE_PORT', consolePort],
  ] as const)
    if (own !== undefined && own >= sandboxPort && own <= last)
      throw new OperatorError(
        `${name} ${own} is among the sandbox's ports, ${sandboxPort} to ${last}: change ${name} or SANDBOX_PORT.`,
      );
  if (port === consolePort) throw new OperatorError(`PORT and CONSOLE_PORT are both ${port}: change one of them.`);
}
