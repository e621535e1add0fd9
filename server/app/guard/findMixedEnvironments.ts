import type { ConfiguredVendor, VendorEnvironment } from '../../providers/vendor.ts';

export type VendorWithEnvironment = Pick<ConfiguredVendor, 'id' | 'family' | 'label' | 'secrets'> & {
  readonly environment: VendorEnvironment;
};

/**
 * Returns one line per vendor in a test environment if another vendor is in a live one: play money must never buy real coins,
 * nor real money play coins.
 */
export function findMixedEnvironments(vendors: readonly VendorWithEnvironment[]): string[] {
  const live = vendors.filter(({ environment }) => environment === 'live');
  const test = vendors.filter(({ environment }) => environment === 'test');
  if (live.length === 0 || test.length === 0) return [];
  const real = live.map(formatVendorName).join(', ');
  return test.map((vendor) => `${formatVendorName(vendor)} is play money, and these are real: ${real}`);
}

/** Returns true if only play money and test coins are traded: at least one vendor is a test environment, and none is live. */
export function isPlayMoney(vendors: readonly Pick<VendorWithEnvironment, 'environment'>[]): boolean {
  const has = (environment: VendorEnvironment) => vendors.some((vendor) => vendor.environment === environment);
  return has('test') && !has('live');
}

function formatVendorName({ id, family, label, secrets }: VendorWithEnvironment): string {
  if (family === 'chain') return `network ${id}`;
  const [name] = Object.keys(secrets);
  return name ? `${name} (${label})` : label;
}
