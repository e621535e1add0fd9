import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { z } from 'zod';
import { INVITATION_DAYS, invite } from '../../operator/persons/inviting.ts';
import { requireInvitation } from '../../operator/persons/joining.ts';
import { joinWithPasskey, passkeyJoinOptions, passkeyJoinText } from '../../operator/persons/passkeyJoining.ts';
import { keepStatement } from '../../operator/persons/speak.ts';
import { AppError } from '../../platform/http/appError.ts';
import { rpIdOf } from '../../platform/persons/passkeySignature.ts';
import { inWords, saidBy } from '../acts/askAct.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { CONSOLE_PATH } from '../gateway/consolePages.ts';
import { signedOf } from '../session/enter.ts';

/** As an admin signs it. */
const said = z.strictObject({ name: z.string(), roles: z.array(z.string()) });

/** A code for one new person, shown once. Throws `statement_refused` or `act_refused`. */
export async function invitePerson(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'invite'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'invite'>> {
  const { database, persons, origin } = context;
  const signed = signedOf(statement);
  const wanted = said.safeParse(saidBy(person, signed).arguments);
  if (!wanted.success)
    throw new AppError('statement_refused', { reason: 'it does not say whom it invites, and as what' });
  await inWords(keepStatement(context, signed, 'invite'));
  const invitation = { ...wanted.data, invitedBy: person.name };
  const code = await inWords(invite(database, await persons(database), invitation));
  return { code, joinUrl: `${origin}${CONSOLE_PATH}/join#${code}`, expiresInDays: INVITATION_DAYS };
}

/** Throws `act_refused` for an invitation that is open no more. */
export async function offerJoining(
  context: ConsoleContext,
  { code }: ConsoleCallInput<'joinOptions'>,
): Promise<ConsoleCallData<'joinOptions'>> {
  const { name, roles } = await inWords(requireInvitation(context.database, code));
  const options = await inWords(passkeyJoinOptions(context.database, code, siteOf(context)));
  return { name, roles: [...roles], options: { ...options } };
}

export async function textForJoining(
  context: ConsoleContext,
  input: ConsoleCallInput<'joinText'>,
): Promise<ConsoleCallData<'joinText'>> {
  const text = await inWords(passkeyJoinText(context.database, input, siteOf(context)));
  return { text, relyingParty: rpIdOf(context.origin) ?? '' };
}

/** Hands in what the browser has made. Throws `act_refused`. */
export async function joinPerson(
  context: ConsoleContext,
  { code, created, statement }: ConsoleCallInput<'join'>,
): Promise<ConsoleCallData<'join'>> {
  const made = { code, created, proof: signedOf(statement) };
  const { name, roles, key } = await inWords(joinWithPasskey(context.database, made, siteOf(context)));
  return { name, roles: [...roles], keyId: key };
}

function siteOf({ origin, operatorName }: ConsoleContext) {
  return { origin, name: `${operatorName}, console` };
}
