import type { RunShell } from './shell.ts';

export type Container = {
  readonly RestartCount: number;
  readonly State: {
    readonly Pid: number;
    readonly ExitCode: number;
    readonly Health?: { readonly Status: string; readonly Log: readonly { readonly ExitCode: number }[] };
  };
  readonly Config: {
    readonly Env: readonly string[];
    readonly Healthcheck?: { readonly Test: readonly string[] };
    readonly Labels: Readonly<Record<string, string>>;
  };
  readonly NetworkSettings: {
    readonly Ports: Readonly<Record<string, readonly { readonly HostPort: string }[] | null>>;
    readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>>;
  };
};

/** Returns Docker's description of each service's container, by service. */
export async function inspectContainers(shell: RunShell): Promise<Readonly<Record<string, Container>>> {
  const details = JSON.parse(await shell('docker inspect $(docker compose ps --all --quiet)')) as readonly Container[];
  return Object.fromEntries(details.map((one) => [one.Config.Labels['com.docker.compose.service'] ?? '', one]));
}

/**
 * A program for an unrelated container: prints `open` if it can connect to the port and host, otherwise `closed`. The shell gets
 * it in the environment variable PROBE.
 */
export const PROBE = `
const [port, host] = process.argv.slice(1);
const connection = require('node:net').connect({ port: Number(port), host, timeout: 3000 });
const say = (word) => process.stdout.write(word, () => process.exit(0));
connection.on('connect', () => say('open')).on('timeout', () => say('closed')).on('error', () => say('closed'));`;

/** Returns true if an unrelated container in a network of the project can connect to the host and port. */
export async function canConnect(shell: RunShell, network: string, host: string, port: number): Promise<boolean> {
  const command = `docker run --rm --no-healthcheck --network "$COMPOSE_PROJECT_NAME"_${network} slipway:1.0.0`;
  return (await shell(`${command} node -e "$PROBE" ${port} ${host}`)) === 'open';
}
