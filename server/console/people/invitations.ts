import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { z } from 'zod';
import { ADMIN } from '../../action/roles.ts';
import { saveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { createInvitation, INVITATION_DAYS } from '../../operator/persons/createInvitation.ts';
import {
  buildPasskeyJoinOptions,
  buildPasskeyJoinText,
  joinWithPasskey,
} from '../../operator/persons/joinWithPasskey.ts';
import { requireInvitation } from '../../operator/persons/submitKey.ts';
import { AppError } from '../../platform/http/appError.ts';
import { parseRpId } from '../../platform/persons/passkeySignature.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { CONSOLE_PATH } from '../gateway/consolePages.ts';
import { convertCommandErrors, requireOwnStatement } from '../requests/submitRequest.ts';
import { decodeSignedStatement } from '../session/consoleLogin.ts';

/** Arguments of the admin's signed statement. */
const invitationSchema = z.strictObject({ name: z.string(), roles: z.array(z.string()) });

/**
 * Stores the admin's statement and creates an invitation code for one new person, shown once. Throws `statement_refused` or
 * `act_refused`.
 */
export async function invitePerson(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'invite'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'invite'>> {
  const { database, persons, origin } = context;
  const signed = decodeSignedStatement(statement);
  const invited = invitationSchema.safeParse(requireOwnStatement(person, signed).arguments);
  if (!invited.success)
    throw new AppError('statement_refused', { reason: 'it does not name the invited person and their roles' });
  await convertCommandErrors(saveStatement(context, signed, { name: 'invite', requesters: ADMIN }));
  const invitation = { ...invited.data, invitedBy: person.name };
  const code = await convertCommandErrors(createInvitation(database, await persons(database), invitation));
  return { code, joinUrl: `${origin}${CONSOLE_PATH}/join#${code}`, expiresInDays: INVITATION_DAYS };
}

/** Stores a challenge and returns the passkey options for an invitation. Throws `act_refused` if it is no longer open. */
export async function createJoinOptions(
  context: ConsoleContext,
  { code }: ConsoleCallInput<'joinOptions'>,
): Promise<ConsoleCallData<'joinOptions'>> {
  const { name, roles } = await convertCommandErrors(requireInvitation(context.database, code));
  const options = await convertCommandErrors(buildPasskeyJoinOptions(context.database, code, describeSite(context)));
  return { name, roles: [...roles], options: { ...options } };
}

export async function createJoinText(
  context: ConsoleContext,
  input: ConsoleCallInput<'joinText'>,
): Promise<ConsoleCallData<'joinText'>> {
  const text = await convertCommandErrors(buildPasskeyJoinText(context.database, input, describeSite(context)));
  return { text, relyingParty: parseRpId(context.origin) ?? '' };
}

/** Submits the passkey that the browser has created. Throws `act_refused`. */
export async function joinPerson(
  context: ConsoleContext,
  { code, created, statement }: ConsoleCallInput<'join'>,
): Promise<ConsoleCallData<'join'>> {
  const submission = { code, created, proof: decodeSignedStatement(statement) };
  const { name, roles, key } = await convertCommandErrors(
    joinWithPasskey(context.database, submission, describeSite(context)),
  );
  return { name, roles: [...roles], keyId: key };
}

function describeSite({ origin, operatorName }: ConsoleContext) {
  return { origin, name: `${operatorName}, console` };
}
