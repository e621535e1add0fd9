import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });

/** Configuration by the operator for selling Transak's offers (partner dashboard, Developers). */
export const transakConfigSchema = z.strictObject({
  apiKey: z.string().min(1),
  /** Creates the partner tokens, which also sign webhooks. */
  apiSecret: z.string().min(1),
  /** Keys of both environments look alike. `test` is Transak's staging. */
  environment: z.enum(['test', 'live']),
  apiUrl: address.optional(),
  gatewayUrl: address.optional(),
});

export type TransakConfig = z.output<typeof transakConfigSchema>;

type Hosts = { readonly apiUrl: string; readonly gatewayUrl: string };

/** https://docs.transak.com/guides/migration-to-api-based-transak-widget-url (read 2026-11-22). */
const HOSTS: Readonly<Record<TransakConfig['environment'], Hosts>> = {
  live: { apiUrl: 'https://api.transak.com', gatewayUrl: 'https://api-gateway.transak.com' },
  test: { apiUrl: 'https://api-stg.transak.com', gatewayUrl: 'https://api-gateway-stg.transak.com' },
};

/** Returns Transak's hosts: as configured, else as published for the environment. */
export function getTransakHosts({ environment, apiUrl, gatewayUrl }: TransakConfig): Hosts {
  const published = HOSTS[environment];
  return { apiUrl: apiUrl ?? published.apiUrl, gatewayUrl: gatewayUrl ?? published.gatewayUrl };
}
