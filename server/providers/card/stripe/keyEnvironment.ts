/** Returns the environment that a secret or publishable key names (https://docs.stripe.com/keys). */
export function findStripeEnvironment(key: string): 'test' | 'live' | 'unknown' {
  const [, word] = key.split('_');
  return word === 'test' || word === 'live' ? word : 'unknown';
}
