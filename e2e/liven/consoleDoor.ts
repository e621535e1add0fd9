import { randomBytes } from 'node:crypto';
import type { ConsoleCallData, ConsoleCallName, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { samplePersonKey } from '../../sandbox/world/samplePersons.ts';
import { personKeyOf } from '../../server/platform/persons/personKey.ts';

/** The console as a sample person has it open, without a browser. */
export type ConsoleDoor = {
  readonly person: string;
  call<Name extends ConsoleCallName>(name: Name, request: ConsoleCallRequest<Name>): Promise<ConsoleCallData<Name>>;
};

/** Enters as the console's own page does: by a statement that names it. Throws what the console says. */
export async function enterConsole(consoleUrl: string, person: string): Promise<ConsoleDoor> {
  const { origin } = new URL(consoleUrl);
  let cookie = '';

  async function call<Name extends ConsoleCallName>(
    name: Name,
    request: ConsoleCallRequest<Name>,
  ): Promise<ConsoleCallData<Name>> {
    const answer = await fetch(`${origin}/gateway/console/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(request),
    });
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const { respCode, respMessage, data } = (await answer.json()) as {
      readonly respCode: string;
      readonly respMessage: string;
      readonly data: unknown;
    };
    if (respCode !== '200') throw new Error(`the console answered ${name} of ${person} with: ${respMessage}`);
    return data as ConsoleCallData<Name>;
  }

  const key = personKeyOf(samplePersonKey(person));
  const { previous, now } = await call('knock', { name: person });
  const { text, signature } = key.sign({
    act: 'enter',
    arguments: { console: origin },
    reason: 'to look around',
    person,
    key: key.id,
    time: now,
    nonce: randomBytes(16).toString('base64url'),
    previous,
  });
  await call('enter', { statement: { text, signature: Buffer.from(signature).toString('base64') } });
  return { person, call };
}
