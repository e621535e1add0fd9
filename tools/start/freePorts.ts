import { once } from 'node:events';
import { createServer } from 'node:net';
import { sandboxPorts } from '../../sandbox/world/ports.ts';
import { OperatorError } from './operatorError.ts';
import type { StartSettings } from './startSettings.ts';

/** Throws an {@link OperatorError} that names the first port we cannot have, and the variable that moves it. */
export async function requireFreePorts({ port, consolePort, sandboxPort }: StartSettings): Promise<void> {
  const obstacle = await obstacleAt(port);
  if (obstacle) throw new OperatorError(`Port ${port} ${obstacle}: set PORT to a free port.`);
  const atConsole = consolePort === undefined ? undefined : await obstacleAt(consolePort);
  if (atConsole) throw new OperatorError(`Port ${consolePort} ${atConsole}: set CONSOLE_PORT to a free port.`);
  const ports = Object.entries(sandboxPorts(sandboxPort));
  for (const [name, sandboxOwn] of ports) {
    const reason = await obstacleAt(sandboxOwn);
    if (!reason) continue;
    throw new OperatorError(
      `Port ${sandboxOwn}, meant for the sandbox's ${name}, ${reason}: set SANDBOX_PORT to the first of ${ports.length} free ports in a row.`,
    );
  }
}

/** Why our processes could not listen there. A program that holds only loopback, or only the other addresses, is in the way as well. */
export async function obstacleAt(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    const code = await listenError(port, host);
    if (code === 'EADDRINUSE') return 'is taken by another program';
    if (code === 'EACCES') return 'is not open to this user';
  }
  return undefined;
}

async function listenError(port: number, host: string): Promise<string | undefined> {
  try {
    await using probe = createServer().listen({ port, host, exclusive: true });
    await once(probe, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** One that the system gives at this moment, on loopback. */
export async function anyFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
