import { randomBytes } from 'node:crypto';
import type { ConsoleCallData, ConsoleCallName, ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { deriveSamplePersonKey } from '../../sandbox/world/samplePersons.ts';
import { createPersonKey } from '../../server/platform/persons/personKey.ts';

/** A console session of a sample person, without a browser. */
export type ConsoleSession = {
  readonly person: string;
  call<Name extends ConsoleCallName>(name: Name, request: ConsoleCallRequest<Name>): Promise<ConsoleCallData<Name>>;
};

/** Logs in like the console's page, with a signed statement. Throws if the console answers with an error. */
export async function logInToConsole(consoleUrl: string, person: string): Promise<ConsoleSession> {
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

  const key = createPersonKey(deriveSamplePersonKey(person));
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
