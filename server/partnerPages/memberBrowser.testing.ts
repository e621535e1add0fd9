import type {
  PartnerPageCallData,
  PartnerPageCallName,
  PartnerPageCallRequest,
} from '@slipway/contract/partnerPageCalls.ts';
import { createTestAuthenticator } from '../account/passkeys/testAuthenticator.testing.ts';
import type { TestGateway } from '../app/api/testGateway.testing.ts';
import type { MemberDetails } from '../partner/members/memberStore.ts';

type Answer = { readonly status: number; readonly respCode: string; readonly data: unknown };

type Authenticator = ReturnType<typeof createTestAuthenticator>;

/** Returns the error key of a refused call, undefined for a successful one. */
export function getRefusal({ data }: Answer): string | undefined {
  return (data as { error?: string }).error;
}

/** Opens a browser on the partner pages that keeps its cookies and has one passkey. */
export function openMemberBrowser({ app, publicUrl }: Pick<TestGateway, 'app' | 'publicUrl'>) {
  const { origin, hostname } = new URL(publicUrl);
  const cookies = new Map<string, string>();
  const authenticator = createTestAuthenticator({ origin, rpId: hostname });

  async function post(name: string, input: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const answer = await app.inject({
      method: 'POST',
      url: `/gateway/partner-pages/${name}`,
      payload: input,
      headers: { origin, cookie, ...headers },
    });
    for (const { name: key, value } of answer.cookies) {
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    return { status: answer.statusCode, ...answer.json<{ respCode: string; data: unknown }>() };
  }

  /** Calls with a valid request and returns the data. Throws if the call is refused. */
  async function call<Name extends PartnerPageCallName>(
    name: Name,
    input: PartnerPageCallRequest<Name>,
  ): Promise<PartnerPageCallData<Name>> {
    const answer = await post(name, input);
    if (answer.respCode !== '200') throw new Error(`${name}: ${JSON.stringify(answer)}`);
    return answer.data as PartnerPageCallData<Name>;
  }

  return {
    cookies,
    authenticator,
    post,
    call,

    async join(link: string, details: MemberDetails): Promise<Answer> {
      const joining = { code: link.split('#')[1] ?? '', ...details };
      const options = await post('joinOptions', joining);
      if (options.respCode !== '200') return options;
      const { challenge } = options.data as { challenge: string };
      return post('join', { ...joining, passkey: removeExtensionResults(authenticator.create(challenge)) });
    },

    async logIn(faults: Parameters<Authenticator['answer']>[1] = {}): Promise<Answer> {
      const { challenge } = await call('logInOptions', {});
      return post('logIn', { passkey: removeExtensionResults(authenticator.answer(challenge, faults)) });
    },
  };
}

/** Removes the extension results, which the pages do not send: the calls refuse unknown fields. */
function removeExtensionResults<Answered extends { readonly clientExtensionResults: object }>(answered: Answered) {
  const { clientExtensionResults: _, ...sent } = answered;
  return sent;
}

export type MemberBrowser = ReturnType<typeof openMemberBrowser>;
