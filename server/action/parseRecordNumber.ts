import { CommandError } from './commandError.ts';

/** Parses the number of a record, such as an alert or a request. Throws {@link CommandError} for any other text. */
export function parseRecordNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`${text || 'nothing'} is not a number`);
  return Number(text);
}
