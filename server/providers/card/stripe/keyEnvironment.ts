/** Returns the environment that a secret or publishable key names (https://docs.stripe.com/keys). */
export function findStripeEnvironment(key: string): 'test' | 'live' | 'unknown' {
  const [, mode] = key.split('_');
  return mode === 'test' || mode === 'live' ? mode : 'unknown';
}
