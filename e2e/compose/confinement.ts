import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { type Container, canConnect, inspectContainers } from './containers.ts';
import type { RunShell } from './shell.ts';

const USERS = { api: 10_001, worker: 10_001, console: 10_001, signer: 10_002 } as const;
const ROLES = Object.keys(USERS) as (keyof typeof USERS)[];
/** CAP_NET_BIND_SERVICE only. */
const BIND_CAPABILITY = '0000000000000400';
const NONE = '0000000000000000';
const CHECK = ['CMD', 'node', 'deploy/image/healthcheck.mjs'];

/**
 * Checks that each of Slipway's processes is healthy by the image's own check, runs as its user without root's capabilities, and
 * can write only to /tmp; and that the proxy can do no more than listen at low ports.
 */
export async function expectConfined(shell: RunShell): Promise<void> {
  const containers = await inspectContainers(shell);
  for (const role of ROLES) {
    const { State, Config } = requireContainer(containers, role);
    expect(Config.Healthcheck?.Test, role).toEqual(CHECK);
    expect([role, State.Health?.Status, State.Health?.Log.at(-1)?.ExitCode]).toEqual([role, 'healthy', 0]);
    const status = await shell(`docker compose exec ${role} cat /proc/1/status`);
    expect(status).toMatch(new RegExp(`^Uid:(?:\t${USERS[role]}){4}$`, 'm'));
    expect(status).toMatch(/^Gid:(?:\t10001){4}$/m);
    for (const set of ['CapPrm', 'CapEff', 'CapBnd']) expect(status).toContain(`${set}:\t${NONE}\n`);
    expect(status).toContain('NoNewPrivs:\t1\n');
    const write = `docker compose exec ${role} node -e 'fs.writeFileSync(process.argv[1], "")'`;
    for (const place of ['/app/written', '/var/lib/written'])
      await expect(shell(`${write} ${place}`), `${role} ${place}`).rejects.toThrow('EROFS');
    await shell(`${write} /tmp/written`);
  }
  const proxy = await shell('docker compose exec proxy cat /proc/1/status');
  for (const set of ['CapEff', 'CapBnd']) expect(proxy).toContain(`${set}:\t${BIND_CAPABILITY}\n`);
  await expect(shell('docker compose exec proxy touch /written')).rejects.toThrow('Read-only file system');
}

/**
 * Checks that each service has exactly the secrets that compose.yaml gives it, in files that only its user can read, and none
 * in its environment; of `migrate`, which has ended, only the environment. Checks also that only the signer's user can read the
 * treasury's key file.
 */
export async function expectOwnSecrets(shell: RunShell, folder: string): Promise<void> {
  const { services } = parse(await readFile(join(folder, 'compose.yaml'), 'utf8'), { merge: true }) as {
    readonly services: Readonly<Record<string, { readonly secrets?: readonly string[] }>>;
  };
  const secrets = join(folder, 'deploy/compose/secrets');
  const values = await Promise.all(
    (await readdir(secrets)).map(async (name) => (await readFile(join(secrets, name), 'utf8')).trim()),
  );
  const containers = await inspectContainers(shell);
  for (const [service, { secrets: given = [] }] of Object.entries(services)) {
    const environment = JSON.stringify(requireContainer(containers, service).Config.Env);
    expect(
      values.filter((value) => environment.includes(value)),
      service,
    ).toEqual([]);
    if (service === 'migrate') continue;
    const mounted = await shell(`docker compose exec ${service} sh -c 'ls /run/secrets 2>/dev/null || true'`);
    expect(mounted.split('\n').filter(Boolean).toSorted(), service).toEqual([...given].toSorted());
    for (const name of given) {
      const stranger = `docker compose exec --user 1000:1000 ${service} cat /run/secrets/${name}`;
      await expect(shell(stranger), `${service} ${name}`).rejects.toThrow('Permission denied');
    }
  }
  await shell('docker compose exec signer cat /run/treasury/evm.pem');
  for (const [service, user, error] of [
    ['signer', '10001:10001', 'Permission denied'],
    ['worker', '10001:10001', 'No such file'],
    ['api', '10001:10001', 'No such file'],
  ] as const)
    await expect(shell(`docker compose exec --user ${user} ${service} cat /run/treasury/evm.pem`)).rejects.toThrow(
      error,
    );
}

const PORTS = { api: 8080, console: 8085, worker: 8081, signer: 8082, postgres: 5432 } as const;
const OPEN_CONSOLE = `
require('node:https').get({ host: 'proxy', servername: 'console.localhost', rejectUnauthorized: false, path: '/console/', headers: { host: 'console.localhost' } },
  ({ statusCode }) => process.stdout.write(String(statusCode), () => process.exit(0)));`;

/**
 * Checks which connections are possible: only the proxy is reachable from outside, and only the api and the console from the
 * proxy; the database has no outbound access, and the proxy serves the console only to CONSOLE_FROM.
 */
export async function expectOnlyAllowedConnections(
  shell: RunShell,
  { machine, sandboxPort }: { readonly machine: string; readonly sandboxPort: number },
): Promise<void> {
  const containers = await inspectContainers(shell);
  const published = Object.entries(containers).filter(([, { NetworkSettings }]) =>
    Object.values(NetworkSettings.Ports).some((to) => to !== null),
  );
  expect(published.map(([name]) => name)).toEqual(['proxy']);

  const listReachable = async (network: string, services: readonly (keyof typeof PORTS)[]) => {
    const open = [];
    for (const service of services) {
      const addresses = Object.values(requireContainer(containers, service).NetworkSettings.Networks).map(
        ({ IPAddress }) => IPAddress,
      );
      for (const host of [service, ...addresses])
        if (await canConnect(shell, network, host, PORTS[service])) {
          open.push(service);
          break;
        }
    }
    return open;
  };
  const allServices = Object.keys(PORTS) as (keyof typeof PORTS)[];
  expect(await listReachable('front', allServices)).toEqual(['api']);
  expect(await listReachable('console-front', allServices)).toEqual(['console']);
  expect(await listReachable('public', allServices)).toEqual([]);
  expect(await listReachable('outside', ['postgres', 'console'])).toEqual([]);
  expect(await listReachable('inside', ['postgres', 'console'])).toEqual(['postgres']);
  expect(await listReachable('console-inside', allServices)).toEqual(['postgres', 'console']);

  expect(await canConnect(shell, 'outside', machine, sandboxPort)).toBe(true);
  for (const network of ['inside', 'front', 'console-inside', 'console-front'])
    expect(await canConnect(shell, network, machine, sandboxPort), network).toBe(false);

  // CONSOLE_FROM is the network `console-front` here; requests from this machine have another address.
  const console = await shell(
    `docker run --rm --no-healthcheck --network "$COMPOSE_PROJECT_NAME"_console-front slipway:1.0.0 node -e '${OPEN_CONSOLE.replaceAll("'", '"')}'`,
  );
  expect(console).toBe('200');
  const elsewhere = `curl --silent --insecure --output /dev/null --write-out '%{http_code}' --resolve console.localhost:443:127.0.0.1 https://console.localhost/console/`;
  expect(await shell(elsewhere)).toBe('403');
}

function requireContainer(containers: Readonly<Record<string, Container>>, service: string): Container {
  const container = containers[service];
  if (!container) throw new Error(`Compose has no container of ${service}.`);
  return container;
}
