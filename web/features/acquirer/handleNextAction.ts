import type { CallData } from '@slipway/contract/calls.ts';
import { currentLocale } from '../../i18n/text.ts';
import { loadAcquirer } from './loadAcquirer.ts';

/**
 * Shows what the acquirer wants of the buyer, such as 3-D Secure. `finished` only means that the buyer is done with it;
 * the server knows the state of the payment. `unavailable`: it could not be shown.
 */
export async function handleNextAction(
  { scriptUrl, publicKey }: CallData<'checkoutInfo'>['acquirer'],
  clientSecret: string,
): Promise<'finished' | 'unavailable'> {
  try {
    const stripe = await loadAcquirer(scriptUrl, publicKey, currentLocale());
    const { error } = await stripe.handleNextAction({ clientSecret });
    return error?.type === 'api_connection_error' ? 'unavailable' : 'finished';
  } catch {
    return 'unavailable';
  }
}
