import { defineVendor } from '../../defineVendor.ts';
import { transakConfigSchema } from './config.ts';
import { TRANSAK_METHODS } from './vendorNames.ts';

/** Has no `checkCredentials`: the only call that verifies them invalidates the token of other processes. */
export const transakVendor = defineVendor({
  id: 'transak',
  family: 'offers',
  methods: Object.keys(TRANSAK_METHODS),
  label: 'Transak',
  hosts: [
    'https://api.transak.com',
    'https://api-gateway.transak.com',
    'https://api-stg.transak.com',
    'https://api-gateway-stg.transak.com',
  ],
  config: transakConfigSchema,
  variables: {
    TRANSAK_API_KEY: { sets: 'apiKey' },
    TRANSAK_API_SECRET: { sets: 'apiSecret', secret: true },
    TRANSAK_ENVIRONMENT: { sets: 'environment' },
    TRANSAK_API_URL: { sets: 'apiUrl', address: true },
    TRANSAK_GATEWAY_URL: { sets: 'gatewayUrl', address: true },
  },
  limits: { none: 'Transak publishes no figure; a purchase under way makes 12 calls a minute' },
  getEnvironment: ({ environment }) => environment,
  async create(config, { publicUrl, now }) {
    return (await import('./transak.ts')).createTransak(config, publicUrl, now);
  },
});
