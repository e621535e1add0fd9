import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { type TextKey, text } from '../../i18n/text.ts';
import { showToast } from '../../ui/toastStore.ts';

/**
 * Shows the server's refusal, or `otherwise` for an error of the browser: browsers do not distinguish a buyer who cancelled from
 * a device without a passkey.
 */
export function showPasskeyFault(failure: unknown, otherwise: TextKey): void {
  if (!(failure instanceof CallError)) showToast(text(otherwise), 'info');
  else if (!failure.handled) showToast(errorText(failure), 'info');
}
