import { loadLaterTexts } from './language.ts';
import { findText } from './text.ts';

const ERROR_NAME = /^[a-z_ ]+$/;

/** Returns the text for the `error` of a URL: the name of one of our errors, or plain text shown unchanged. */
export async function resolveErrorParameter(error: string): Promise<string> {
  if (!ERROR_NAME.test(error)) return error;
  await loadLaterTexts();
  return findText(`error.${error.replaceAll(' ', '_')}`) ?? error;
}
