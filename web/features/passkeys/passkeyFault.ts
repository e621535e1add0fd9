import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { type TextKey, text } from '../../i18n/text.ts';
import { showToast } from '../../ui/toastStore.ts';

/** Says what came of it; browsers do not tell a buyer who would rather not from a device that has none. */
export function showPasskeyFault(failure: unknown, otherwise: TextKey): void {
  if (!(failure instanceof CallError)) showToast(text(otherwise), 'info');
  else if (!failure.handled) showToast(errorText(failure), 'info');
}
