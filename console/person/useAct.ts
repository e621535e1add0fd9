import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { askAgain } from '../api/queryClient.ts';
import { mayActNow } from './askFirst.ts';
import { sampleKeyOf, useEntered } from './entered.ts';
import { type Saying, signStatement } from './signStatement.ts';

export type OperatorRequest = ConsoleCallData<'request'>;

/** What is asked for, as a worker does it. `act`: its name in the table of rights. */
export type Wish = {
  readonly act: string;
  readonly action: string;
  readonly subject: string;
  readonly input?: Readonly<Record<string, string>>;
};

export type Acting = {
  /** The person is being asked for a signature, or the server for its answer. */
  readonly working: boolean;
  /** Why it was not done, in words; undefined where nothing went wrong. */
  readonly error: string | undefined;
  /** Undefined where it was not asked for after all. */
  ask(wish: Wish, reason: string): Promise<OperatorRequest | undefined>;
  answer(request: OperatorRequest, word: 'approve' | 'reject', reason: string): Promise<OperatorRequest | undefined>;
  /** Signs whatever else is said, and hands it to `send`. */
  say<Answer>(saying: Saying, send: (statement: SignedStatement) => Promise<Answer>): Promise<Answer | undefined>;
};

type SignedStatement = Awaited<ReturnType<typeof signStatement>>;

/** Acts are signed by the person, and done by the server's word alone: nothing is shown as done before it is. */
export function useAct(): Acting {
  const { person } = useEntered();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();

  async function say<Answer>(
    saying: Saying,
    send: (statement: SignedStatement) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (!person || working) return undefined;
    setWorking(true);
    setError(undefined);
    try {
      if (!(await mayActNow())) return undefined;
      const at = await consoleCall('signingFacts', {});
      const signer = { ...person, sampleKey: sampleKeyOf(person.name) };
      return await send(await signStatement(signer, saying, at));
    } catch (caught) {
      setError(wordsOf(caught));
      return undefined;
    } finally {
      setWorking(false);
      void askAgain();
    }
  }

  return {
    working,
    error,
    say,
    ask: ({ act, action, subject, input = {} }, reason) =>
      say({ act, arguments: { action, subject, input }, reason }, (statement) => consoleCall('ask', { statement })),
    answer: ({ id, statement: asked }, word, reason) =>
      say({ act: word, arguments: { statement: asked ?? '' }, reason }, (statement) =>
        consoleCall('answer', { id, statement }),
      ),
  };
}

/** A browser's own words for a passkey that was not shown help nobody. */
function wordsOf(error: unknown): string {
  if (error instanceof DOMException || (error instanceof Error && error.name === 'NotAllowedError'))
    return 'Nothing was signed: the passkey was not shown. Nothing was sent.';
  return error instanceof Error ? error.message : String(error);
}
