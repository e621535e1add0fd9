import type { ConfiguredVendor, VendorEnvironment } from '../../providers/vendor.ts';

export type Placed = Pick<ConfiguredVendor, 'id' | 'family' | 'label' | 'secrets'> & {
  readonly environment: VendorEnvironment;
};

/** Play money must never buy real coins, nor real money play coins: one line for each vendor that is in the wrong world. */
export function mixedWorlds(placed: readonly Placed[]): string[] {
  const live = placed.filter(({ environment }) => environment === 'live');
  const test = placed.filter(({ environment }) => environment === 'test');
  if (live.length === 0 || test.length === 0) return [];
  const real = live.map(nameOf).join(', ');
  return test.map((vendor) => `${nameOf(vendor)} is play money, and these are real: ${real}`);
}

/** True if all that can be bought is play: a vendor's test environment, and none that is real. */
export function isPlayMoney(placed: readonly Pick<Placed, 'environment'>[]): boolean {
  const has = (environment: VendorEnvironment) => placed.some((vendor) => vendor.environment === environment);
  return has('test') && !has('live');
}

function nameOf({ id, family, label, secrets }: Placed): string {
  if (family === 'chain') return `network ${id}`;
  const [name] = Object.keys(secrets);
  return name ? `${name} (${label})` : label;
}
