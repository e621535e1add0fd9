import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { revealField } from './revealField.ts';

/** Handlers that reveal masked personal data. */
export function personalCalls(context: ConsoleContext): ConsoleHandlersFor<'reveal'> {
  return { reveal: (input, { person }) => revealField(context, input, person) };
}
