import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import { SIGNER } from '../../signer/stops/judgeStop.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { type ActionOption, buildActionOption } from '../requests/buildActionOption.ts';

/** Returns whether a request starts or stops signing. */
export function isAboutSigner({ action }: { readonly action: string }): boolean {
  return action === 'start-signing' || action === 'stop-signing';
}

/** Offered also while stopped: a second stop stays in force when the first one ends. */
export function buildStopAction(known: Pick<PersonRegistry, 'enrolled'>, person: ConsolePerson): ActionOption {
  return buildActionOption(known, person, {
    action: 'stop-signing',
    subject: SIGNER,
    input: {},
    label: 'Stop signing',
    effect:
      'Nothing more is signed, and paid orders wait. Transactions that are already signed are out. ' +
      'Restarting requires a second approval.',
    takesTwo: false,
  });
}

/** Ends only this stop; other stops stay in force. */
export function buildStartAction(
  known: Pick<PersonRegistry, 'enrolled'>,
  person: ConsolePerson,
  stop: string,
): ActionOption {
  return buildActionOption(known, person, {
    action: 'start-signing',
    subject: SIGNER,
    input: { stop },
    label: 'Start signing',
    effect: 'This stop ends. Paid orders are signed within seconds, unless another stop is active.',
    takesTwo: true,
  });
}
