import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { patienceMs } from '../../tools/patience/patience.ts';
import { findFreePorts } from '../startWorld.ts';
import type { BrowserSession, DocumentDriver, ElementReference, Engine, Json, WindowDriver } from './engine.ts';
import { startEngineProcess } from './engineProcess.ts';

/** The key of an element's reference (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';
const EMPTY_PAGE = 'about:blank';

type Send = <Result = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>;

type WebKitPrograms = { readonly webKitDriver: string; readonly miniBrowser: string; readonly xvfb: string };

/** Starts the driver of WebKitGTK and a virtual screen for its test browser. Each session is a process of the browser. */
export async function startWebKit(programs: WebKitPrograms, logFolder: string): Promise<Engine> {
  const screen = await startScreen(programs.xvfb);
  const port = await findFreePorts(1);
  const environment = { ...process.env, DISPLAY: screen.display, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' };
  const driver = startEngineProcess(
    [programs.webKitDriver, '--host=127.0.0.1', `--port=${port}`],
    join(logFolder, 'webkit.log'),
    environment,
  );
  const send = createSender(`http://127.0.0.1:${port}`);
  const stop = async () => {
    await driver.stop();
    await screen.stop();
  };
  const options = { 'webkitgtk:browserOptions': { binary: programs.miniBrowser, args: ['--automation'] } };
  const create = () =>
    send<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
      capabilities: { alwaysMatch: options },
    });
  try {
    // Only a session reports the version.
    const { sessionId, capabilities } = await driver.waitFor(create);
    await send('DELETE', `/session/${sessionId}`);
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      openSession: async () => openSession(send, `/session/${(await create()).sessionId}`),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a virtual screen, larger than all windows. */
async function startScreen(program: string): Promise<{ readonly display: string; stop(): Promise<void> }> {
  const parameters = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'ignore'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const [number] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`${program} has ended.`))),
  ]);
  return {
    display: `:${String(number).trim()}`,
    async stop() {
      child.kill();
      await ended;
      process.off('exit', kill);
    },
  };
}

function createSender(origin: string): Send {
  return async <Result>(method: string, path: string, body?: object) => {
    const answer = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: { error: string; message: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value as Result;
  };
}

/** Commands of one session, which WebDriver applies to the document that was entered last. */
type SessionCommands = {
  send: Send;
  /** Sends a command to a document. Calls `enter` first, unless the previous command was for the same document. */
  sendTo<Result>(document: object, enter: () => Promise<unknown>, command: () => Promise<Result>): Promise<Result>;
};

function createCommands(send: Send): SessionCommands {
  let current: object | undefined;
  return {
    send,
    async sendTo(document, enter, command) {
      try {
        if (current !== document) await enter();
        current = document;
        return await command();
      } catch (error) {
        // The document may no longer exist.
        current = undefined;
        throw error;
      }
    },
  };
}

async function openSession(sendToDriver: Send, path: string): Promise<BrowserSession> {
  const send: Send = (method, rest, body) => sendToDriver(method, path + rest, body);
  const commands = createCommands(send);
  await send('POST', '/timeouts', { implicit: 0, pageLoad: patienceMs, script: patienceMs });
  await send('POST', '/url', { url: EMPTY_PAGE });
  return {
    // WebKitWebDriver has no command for page errors.
    pageErrors: [],
    async listWindows() {
      const handles = await send<string[]>('GET', '/window/handles');
      return handles.map((handle) => driveWindow(commands, handle));
    },
    close: async () => void (await send('DELETE', '')),
  };
}

function driveWindow(commands: SessionCommands, handle: string): WindowDriver {
  const { send } = commands;
  const document = {};
  const enter = async () => {
    await send('POST', '/window', { handle });
    await send('POST', '/frame', { id: null });
  };
  const command = <Result = unknown>(...parameters: Parameters<Send>) =>
    commands.sendTo(document, enter, () => send<Result>(...parameters));
  return {
    ...driveDocument(commands, document, enter),
    id: handle,
    goTo: async (url) => void (await command('POST', '/url', { url })),
    /** The browser's own bar keeps the window from being narrower than about 450 pixels. */
    resize: async (size) => void (await command('POST', '/window/rect', { x: 0, y: 0, ...size })),
    takeScreenshot: async () => Buffer.from(await command<string>('GET', '/screenshot'), 'base64'),
  };
}

function driveDocument(commands: SessionCommands, document: object, enter: () => Promise<void>): DocumentDriver {
  const command = <Result = unknown>(...parameters: Parameters<Send>) =>
    commands.sendTo(document, enter, () => commands.send<Result>(...parameters));
  const run = <Result>(script: string, parameters: readonly ElementReference[] = []) =>
    command<Result>('POST', '/execute/sync', { script, args: parameters });
  const findElement = async (script: string, parameters?: readonly ElementReference[]) =>
    (await run<ElementReference | null>(script, parameters)) ?? undefined;
  return {
    evaluate: (expression) => run<Json>(`return (${expression})`),
    findElement: (expression) => findElement(`return (${expression})`),
    findRelated: (element, functionSource) => findElement(`return (${functionSource})(arguments[0])`, [element]),
    evaluateOn: (element, functionSource) => run<Json>(`return (${functionSource})(arguments[0])`, [element]),
    click: async (element) => void (await command('POST', `/element/${element[ELEMENT_KEY]}/click`, {})),
    type: async (element, text) => void (await command('POST', `/element/${element[ELEMENT_KEY]}/value`, { text })),
    enterFrame: async (iframe) =>
      driveDocument(commands, {}, async () => {
        await enter();
        await commands.send('POST', '/frame', { id: iframe });
      }),
  };
}
