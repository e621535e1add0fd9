import { resolve } from 'node:path';
import { sandboxPorts } from '../../sandbox/world/ports.ts';
import { OperatorError } from './operatorError.ts';

export type StartSettings = {
  readonly port: number;
  /** First of the sandbox's consecutive ports. */
  readonly sandboxPort: number;
  /** Of the operators' console; undefined: there is none. */
  readonly consolePort: number | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: an embedded database. */
  readonly databaseUrl: string | undefined;
  readonly rateLimits: 'on' | 'off';
  readonly role: 'all' | 'api' | 'worker';
};

const HIGHEST_PORT = 65_535;
export const SANDBOX_PORT_COUNT = Object.keys(sandboxPorts(0)).length;

/** Reads a variable's text; a string in `fault` says what it must be. */
type Reading<Value> = { readonly value: Value } | { readonly fault: string };

/** Throws an {@link OperatorError} that names every variable at fault. An empty variable counts as unset. */
export function readStartSettings(environment: NodeJS.ProcessEnv, folder: string): StartSettings {
  const faults: string[] = [];

  function read<Value>(name: string, byDefault: Value, parse: (text: string) => Reading<Value>): Value {
    const text = environment[name];
    if (!text) return byDefault;
    const reading = parse(text);
    if ('value' in reading) return reading.value;
    // The value itself stays out of the message: DATABASE_URL holds a password.
    faults.push(`${name} must be ${reading.fault}`);
    return byDefault;
  }

  const settings: StartSettings = {
    port: read('PORT', 8080, portUpTo(HIGHEST_PORT)),
    sandboxPort: read('SANDBOX_PORT', 8090, portUpTo(HIGHEST_PORT - SANDBOX_PORT_COUNT + 1)),
    consolePort: read<number | undefined>('CONSOLE_PORT', undefined, portUpTo(HIGHEST_PORT)),
    dataDir: resolve(folder, environment['DATA_DIR'] || '.data'),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, postgresUrl),
    rateLimits: read('RATE_LIMITS', 'on', oneOf(['on', 'off'])),
    role: read('ROLE', 'all', oneOf(['all', 'api', 'worker'])),
  };
  if (faults.length > 0) throw new OperatorError(`${faults.join('; ')}.`);
  requireDistinctPorts(settings);
  return settings;
}

function portUpTo(highest: number): (text: string) => Reading<number> {
  return (text) =>
    /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= highest
      ? { value: Number(text) }
      : { fault: `a port number from 1 to ${highest}` };
}

function oneOf<Choice extends string>(choices: readonly Choice[]): (text: string) => Reading<Choice> {
  return (text) => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { fault: choices.map((choice) => `'${choice}'`).join(' or ') } : { value };
  };
}

function postgresUrl(text: string): Reading<string> {
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
        `${name} ${own} lies among the sandbox's ports, ${sandboxPort} to ${last}: change ${name} or SANDBOX_PORT.`,
      );
  if (port === consolePort) throw new OperatorError(`PORT and CONSOLE_PORT are both ${port}: change one of them.`);
}
