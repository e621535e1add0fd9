import { loadPersons } from '../platform/persons/personStatementStore.ts';
import { type Act, type Right, rights } from '../platform/persons/rights.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { commands } from './commands.ts';
import { requirePerson, speak } from './persons/speak.ts';

/**
 * Does a command for the person whose key it is, where they may. What it says of persons is signed and kept before. Throws
 * {@link CommandError} that says who may.
 */
export async function runCommand(
  given: Omit<CommandContext, 'who'>,
  name: Act,
  words: readonly string[],
): Promise<string> {
  const person = requirePerson(await loadPersons(given.database, given.rootKeys), given.signer);
  const { asks }: Right = rights[name];
  if (!person.roles.some((role) => asks.includes(role)))
    throw new CommandError(`${name} is for ${asks.join(', ')}; ${person.name} is ${person.roles.join(', ')}`);
  const context = { ...given, who: person.name };
  const command = commands[name];
  if (command.decides && context.why === '') throw new CommandError('say why it is done: --why TEXT');
  if (command.decides === 'does') await speak(context, name, { words, options: context.options });
  return command.run(context, words);
}
