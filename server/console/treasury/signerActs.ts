import type { RequestAction } from '../../operator/requestActions.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import { SIGNER } from '../../signer/stops/judgeStop.ts';
import { type OfferedAct, offerAct } from '../acts/offerAct.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

/** Whether a request asks for the signer to sign again, or not to. */
export function isAboutSigner({ action }: { readonly action: RequestAction }): boolean {
  return action === 'start-signing' || action === 'stop-signing';
}

/** Also while it is stopped: whoever says it too is not overruled by who starts it after the other. */
export function offerStop(known: Pick<Persons, 'enrolled'>, person: ConsolePerson): OfferedAct {
  return offerAct(known, person, {
    action: 'stop-signing',
    subject: SIGNER,
    input: {},
    label: 'Stop signing',
    effect:
      'Nothing is signed. Orders that are paid wait, and what is not signed within six hours goes back. ' +
      'What is signed already is out. To start again takes two persons.',
    takesTwo: false,
  });
}

/** Of this stop alone. */
export function offerStart(known: Pick<Persons, 'enrolled'>, person: ConsolePerson, stop: string): OfferedAct {
  return offerAct(known, person, {
    action: 'start-signing',
    subject: SIGNER,
    input: { stop },
    label: 'Start signing',
    effect: 'This stop is over. Orders that are paid are signed for within seconds, unless another stop stands.',
    takesTwo: true,
  });
}
