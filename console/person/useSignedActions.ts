import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { refetchShownData } from '../api/queryClient.ts';
import { findSampleKey, useLoginState } from './loginState.ts';
import { type StatementContent, type StatementSigner, signStatement, signStatements } from './signStatement.ts';
import { confirmIfDataIsStale } from './staleDataConfirmation.ts';

export type OperatorRequest = ConsoleCallData<'request'>;

/** A request, as the worker executes it. `act` is its name in the table of rights. */
export type ActionRequest = {
  readonly act: string;
  readonly action: string;
  readonly subject: string;
  readonly input?: Readonly<Record<string, string>>;
};

export type SignedActions = {
  /** The person is signing, or the server has not answered. */
  readonly working: boolean;
  /** Message of the last failure; undefined if there was none. */
  readonly error: string | undefined;
  /** Undefined if the request was not made. */
  requestAction(request: ActionRequest, reason: string): Promise<OperatorRequest | undefined>;
  answer(
    request: OperatorRequest,
    decision: 'approve' | 'reject',
    reason: string,
  ): Promise<OperatorRequest | undefined>;
  /** Signs several requests at once; undefined if none was made. */
  requestActions(requests: readonly ActionRequest[], reason: string): Promise<readonly OperatorRequest[] | undefined>;
  /** Answers several requests with one signature. The result lists the outcome of each; undefined if none was answered. */
  answerRequests(
    requests: readonly OperatorRequest[],
    decision: 'approve' | 'reject',
    reason: string,
  ): Promise<ConsoleCallData<'answerRequests'>['list'] | undefined>;
  /** Signs any other statement, passes it to `submit`, and returns its result; undefined if that failed. */
  send<Answer>(
    content: StatementContent,
    submit: (statement: SignedStatement) => Promise<Answer>,
  ): Promise<Answer | undefined>;
};

type SignedStatement = Awaited<ReturnType<typeof signStatement>>;

/** Returns functions that sign actions and send them. Nothing is shown as done before the server reports it. */
export function useSignedActions(): SignedActions {
  const { person } = useLoginState();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();

  /**
   * Runs `sign`, after a confirmation if the shown data is stale. Returns undefined without one, while another signature is in
   * progress, or if it fails; only a failure sets the error.
   */
  async function runSigning<Answer>(
    sign: (signer: StatementSigner, at: ConsoleCallData<'signingFacts'>) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (!person || working) return undefined;
    setWorking(true);
    setError(undefined);
    try {
      if (!(await confirmIfDataIsStale())) return undefined;
      const at = await consoleCall('signingFacts', {});
      return await sign({ ...person, sampleKey: findSampleKey(person.name) }, at);
    } catch (caught) {
      setError(formatSigningError(caught));
      return undefined;
    } finally {
      setWorking(false);
      void refetchShownData();
    }
  }

  const send: SignedActions['send'] = (content, submit) =>
    runSigning(async (signer, at) => submit(await signStatement(signer, content, at)));

  return {
    working,
    error,
    send,
    requestAction: (request, reason) =>
      send(buildStatementContent(request, reason), (statement) => consoleCall('requestAction', { statement })),
    requestActions: (requests, reason) =>
      runSigning(async (signer, at) => {
        const contents = requests.map((request) => buildStatementContent(request, reason));
        const { list } = await consoleCall('requestActions', {
          statements: await signStatements(signer, contents, at),
        });
        return list;
      }),
    answerRequests: (requests, decision, reason) =>
      runSigning(async (signer, at) => {
        const contents = requests.map(({ statement }) => ({
          act: decision,
          arguments: { statement: statement ?? '' },
          reason,
        }));
        const statements = await signStatements(signer, contents, at);
        return (await consoleCall('answerRequests', { ids: requests.map(({ id }) => id), statements })).list;
      }),
    answer: ({ id, statement: requestStatement }, decision, reason) =>
      send({ act: decision, arguments: { statement: requestStatement ?? '' }, reason }, (statement) =>
        consoleCall('answer', { id, statement }),
      ),
  };
}

function buildStatementContent({ act, action, subject, input = {} }: ActionRequest, reason: string): StatementContent {
  return { act, arguments: { action, subject, input }, reason };
}

/** Replaces the browser's message for a cancelled passkey prompt, which is not helpful. */
function formatSigningError(error: unknown): string {
  if (error instanceof DOMException || (error instanceof Error && error.name === 'NotAllowedError'))
    return 'No passkey was provided. Nothing was signed or submitted. Try again.';
  return error instanceof Error ? error.message : String(error);
}
