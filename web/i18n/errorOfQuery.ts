import { loadLaterTexts } from './language.ts';
import { textIfAny } from './text.ts';

const ERROR_NAME = /^[a-z_ ]+$/;

/** What an address says in its `error`: one of our own errors by its name, or plain words, shown as they stand. */
export async function errorOfQuery(error: string): Promise<string> {
  if (!ERROR_NAME.test(error)) return error;
  await loadLaterTexts();
  return textIfAny(`error.${error.replaceAll(' ', '_')}`) ?? error;
}
