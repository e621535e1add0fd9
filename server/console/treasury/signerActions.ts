import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import { startSigning } from '../../signer/actions/startSigning.ts';
import { stopSigning } from '../../signer/actions/stopSigning.ts';
import { SIGNER } from '../../signer/stops/judgeStop.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { type ActionOption, buildActionOption } from '../requests/buildActionOption.ts';

/** Returns whether a request starts or stops signing. */
export function isAboutSigner({ action }: { readonly action: string }): boolean {
  return action === startSigning.name || action === stopSigning.name;
}

/**
 * Builds the action that stops signing. It is available also during a stop: a second stop stays in force when the first
 * one ends.
 */
export function buildStopAction(registry: Pick<PersonRegistry, 'enrolled'>, person: ConsolePerson): ActionOption {
  return buildActionOption(registry, person, {
    action: stopSigning.name,
    subject: SIGNER,
    input: {},
    ...stopSigning.button(),
    needsSecondApproval: false,
  });
}

/** Builds the action that ends this stop; other stops stay in force. */
export function buildStartAction(
  registry: Pick<PersonRegistry, 'enrolled'>,
  person: ConsolePerson,
  stop: string,
): ActionOption {
  return buildActionOption(registry, person, {
    action: startSigning.name,
    subject: SIGNER,
    input: { stop },
    ...startSigning.button(),
    needsSecondApproval: true,
  });
}
