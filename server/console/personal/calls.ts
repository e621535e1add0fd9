import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { revealField } from './revealField.ts';

/** Handlers that reveal masked personal data. */
export function personalCalls(context: ConsoleContext): ConsoleHandlersOf<'reveal'> {
  return { reveal: (input, { person }) => revealField(context, input, person) };
}
