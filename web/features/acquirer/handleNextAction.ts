import type { CallData } from '@slipway/contract/calls.ts';
import { getLocale } from '../../i18n/text.ts';
import { loadAcquirer } from './loadAcquirer.ts';

/**
 * Shows the action that the acquirer requires from the buyer, such as 3-D Secure. `finished`: the action has ended,
 * successfully or not; the server knows the payment's status. `unavailable`: it could not be shown.
 */
export async function handleNextAction(
  { scriptUrl, publicKey }: CallData<'checkoutInfo'>['acquirer'],
  clientSecret: string,
): Promise<'finished' | 'unavailable'> {
  try {
    const stripe = await loadAcquirer(scriptUrl, publicKey, getLocale());
    const { error } = await stripe.handleNextAction({ clientSecret });
    return error?.type === 'api_connection_error' ? 'unavailable' : 'finished';
  } catch {
    return 'unavailable';
  }
}
