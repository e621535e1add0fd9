import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Relays connections from an address that containers reach to the same ports on localhost, since the stand-ins listen only on
 * localhost.
 */
export async function relayStandIns(address: string, ports: readonly number[]): Promise<{ stop(): Promise<void> }> {
  const open = new Set<Socket>();
  const servers = await Promise.all(ports.map((port) => relay(address, port, open)));
  return {
    async stop() {
      for (const socket of open) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function relay(address: string, port: number, open: Set<Socket>): Promise<Server> {
  const server = createServer((caller) => {
    const standIn = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [caller, standIn],
      [standIn, caller],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => open.delete(one));
    }
  });
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}
