import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { formatRoles } from '../../action/roles.ts';
import { requirePerson, signAndSaveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { type CommandName, commands } from './commands.ts';

/**
 * Runs a command if the key's owner has a role that permits it. A command that changes people is signed and stored first.
 * Throws {@link CommandError} with the permitted roles, or if a required reason is missing.
 */
export async function runCommand(
  given: Omit<CommandContext, 'who'>,
  name: CommandName,
  typedArguments: readonly string[],
): Promise<string> {
  const person = requirePerson(await loadPersonRegistry(given.database, given.rootKeys), given.signer);
  const command = commands[name];
  const { roles: permittedRoles, decides } = command;
  if (!person.roles.some((role) => permittedRoles.includes(role)))
    throw new CommandError(
      `${name} requires the ${formatRoles(permittedRoles)} role; ${person.name} has ${person.roles.join(', ')}`,
    );
  const context = { ...given, who: person.name };
  if (decides && context.why === '') throw new CommandError('give a reason: --why TEXT');
  if (decides === 'does')
    await signAndSaveStatement(
      context,
      { name, requesters: permittedRoles },
      { words: typedArguments, options: context.options },
    );
  return command.run(context, typedArguments);
}
