import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { reveal } from './reveal.ts';

/** What of persons is masked, shown when it is asked for. */
export function personalCalls(context: ConsoleContext): ConsoleHandlersOf<'reveal'> {
  return { reveal: (input, { person }) => reveal(context, input, person) };
}
