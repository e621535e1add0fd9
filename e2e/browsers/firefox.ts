import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePorts } from '../startWorld.ts';
import { type BidiConnection, connectBidi } from './bidiConnection.ts';
import type { BrowserSession, DocumentDriver, ElementReference, Engine, Json, WindowDriver } from './engine.ts';
import { startEngineProcess } from './engineProcess.ts';

/** Sets the pages' language and stops most of Firefox's own requests. */
const PREFERENCES = {
  'intl.accept_languages': 'en-US',
  'intl.locale.requested': 'en-US',
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
};

type Remote = { readonly type: string; readonly value?: unknown; readonly sharedId?: string };
type ScriptResult = {
  readonly type: 'success' | 'exception';
  readonly result?: Remote;
  readonly exceptionDetails?: { readonly text: string };
};
type Context = { readonly context: string; readonly userContext?: string };
type LogEntry = {
  readonly level: string;
  readonly type: string;
  readonly text: string | null;
  readonly source: { readonly context?: string };
};

/** Starts Firefox without a screen, driven by WebDriver BiDi, with its profile in `folder`. */
export async function startFirefox(program: string, folder: string, logFolder: string): Promise<Engine> {
  const profile = join(folder, 'firefox');
  await mkdir(profile);
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const port = await findFreePorts(1);
  const parameters = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)];
  const firefox = startEngineProcess([program, ...parameters], join(logFolder, 'firefox.log'));
  try {
    const connection = await firefox.waitFor(() => connectBidi(`ws://127.0.0.1:${port}/session`));
    const { capabilities } = await connection.send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    });
    await connection.send('session.subscribe', { events: ['log.entryAdded'] });
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      openSession: () => openSession(connection),
      async stop() {
        connection.close();
        await firefox.stop();
      },
    };
  } catch (error) {
    await firefox.stop();
    throw error;
  }
}

async function openSession(connection: BidiConnection): Promise<BrowserSession> {
  const { userContext } = await connection.send<{ userContext: string }>('browser.createUserContext');
  await connection.send('browsingContext.create', { type: 'tab', userContext });
  const pageErrors: string[] = [];
  connection.onEvent((method, params) => {
    const { level, type, text } = params as LogEntry;
    if (method === 'log.entryAdded' && level === 'error' && type === 'javascript') pageErrors.push(String(text));
  });
  return {
    pageErrors,
    async listWindows() {
      const { contexts } = await connection.send<{ contexts: Context[] }>('browsingContext.getTree', { maxDepth: 0 });
      return contexts
        .filter((one) => one.userContext === userContext)
        .map((one) => driveWindow(connection, one.context));
    },
    close: async () => void (await connection.send('browser.removeUserContext', { userContext })),
  };
}

function driveWindow(connection: BidiConnection, context: string): WindowDriver {
  return {
    ...driveDocument(connection, context),
    id: context,
    goTo: async (url) => void (await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    resize: async (viewport) => void (await connection.send('browsingContext.setViewport', { context, viewport })),
    async takeScreenshot() {
      const { data } = await connection.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
  };
}

function driveDocument(connection: BidiConnection, context: string): DocumentDriver {
  const call = async (functionDeclaration: string, parameters: readonly ElementReference[] = []) => {
    const { type, result, exceptionDetails } = await connection.send<ScriptResult>('script.callFunction', {
      functionDeclaration,
      arguments: parameters,
      target: { context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return result;
  };
  const parse = (result: Remote | undefined): Json =>
    typeof result?.value === 'string' ? (JSON.parse(result.value) as Json) : null;
  const refer = (result: Remote | undefined): ElementReference | undefined =>
    result?.sharedId === undefined ? undefined : { sharedId: result.sharedId };
  const performActions = async (type: 'pointer' | 'key', actions: readonly object[]) => {
    const source = { type, id: type, actions, ...(type === 'pointer' && { parameters: { pointerType: 'mouse' } }) };
    await connection.send('input.performActions', { context, actions: [source] });
  };
  return {
    evaluate: async (expression) => parse(await call(`async () => JSON.stringify(await (${expression}))`)),
    findElement: async (expression) => refer(await call(`() => (${expression})`)),
    findRelated: async (element, functionSource) => refer(await call(functionSource, [element])),
    evaluateOn: async (element, functionSource) =>
      parse(await call(`async (element) => JSON.stringify(await (${functionSource})(element))`, [element])),
    click: (element) =>
      performActions('pointer', [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (_element, text) =>
      performActions(
        'key',
        Array.from(text, (value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]).flat(),
      ),
    async enterFrame(iframe) {
      const frame = await call('(element) => element.contentWindow', [iframe]);
      return driveDocument(connection, readWindow(frame));
    },
  };
}

/** Returns the browsing context's id of a remote window object. */
function readWindow(remote: Remote | undefined): string {
  const { context } = (remote?.value ?? {}) as Partial<Context>;
  if (context === undefined) throw new Error('The frame has no window.');
  return context;
}
