import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const THIS_MACHINE = '127.0.0.1';

/** LISTEN_ADDRESS: only this machine unless set. The image sets it to all addresses of its container. */
export const listenAddress = z.union([z.ipv4(), z.ipv6()], 'must be an IP address').default(THIS_MACHINE);

export type ListenSettings = { readonly LISTEN_ADDRESS: string; readonly SLIPWAY_SANDBOX: '0' | '1' };

/** Starts to listen. The sandbox, whose secrets are public, is never reachable from another machine. */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  port: number,
  { LISTEN_ADDRESS, SLIPWAY_SANDBOX }: ListenSettings,
): Promise<void> {
  await app.listen({ port, host: SLIPWAY_SANDBOX === '1' ? THIS_MACHINE : LISTEN_ADDRESS });
}
