import { once } from 'node:events';
import { createServer } from 'node:net';
import { assignSandboxPorts } from '../../sandbox/world/ports.ts';
import { OperatorError } from './operatorError.ts';
import type { StartSettings } from './startSettings.ts';

/** Throws an {@link OperatorError} with the first occupied port and the variable that changes it. */
export async function requireFreePorts({ port, consolePort, sandboxPort }: StartSettings): Promise<void> {
  const portObstacle = await findPortObstacle(port);
  if (portObstacle) throw new OperatorError(`Port ${port} ${portObstacle}: set PORT to a free port.`);
  const consoleObstacle = consolePort === undefined ? undefined : await findPortObstacle(consolePort);
  if (consoleObstacle)
    throw new OperatorError(`Port ${consolePort} ${consoleObstacle}: set CONSOLE_PORT to a free port.`);
  const ports = Object.entries(assignSandboxPorts(sandboxPort));
  for (const [name, sandboxOwn] of ports) {
    const reason = await findPortObstacle(sandboxOwn);
    if (!reason) continue;
    throw new OperatorError(
      `Port ${sandboxOwn}, meant for the sandbox's ${name}, ${reason}: set SANDBOX_PORT to the first of ${ports.length} free ports in a row.`,
    );
  }
}

/**
 * Returns the reason why a process of the product cannot listen on the port, or undefined. A program that listens only on
 * loopback, or only on other addresses, also blocks the port.
 */
export async function findPortObstacle(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const code = await tryListening(port, host);
    if (code === 'EADDRINUSE') return 'is taken by another program';
    if (code === 'EACCES') return 'is not open to this user';
  }
  return undefined;
}

async function tryListening(port: number, host: string): Promise<string | undefined> {
  try {
    await using probe = createServer().listen({ port, host, exclusive: true });
    await once(probe, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** Returns a port that is free at this moment, on loopback. */
export async function findAnyFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
