import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readDocuments } from './http/pages/documents.ts';
import { registerPages } from './http/pages/pages.ts';
import { LanguageFileError, readLanguages } from './languages.ts';

const root = await mkdtemp(join(tmpdir(), 'slipway-languages-'));
afterAll(() => rm(root, { recursive: true }));

let shipped: string;
let own: string;

beforeEach(async () => {
  const world = await mkdtemp(join(root, 'world-'));
  shipped = join(world, 'shipped');
  own = join(world, 'own');
  await write(shipped, 'en-US.json', { hello: 'Hello {name}', help: 'help@product.example', bye: 'Bye' });
  await write(shipped, 'zh-CN.json', { hello: '您好，{name}', help: 'help@product.example', bye: '再见' });
  await mkdir(own);
});

async function write(folder: string, name: string, content: unknown): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the languages', () => {
  test('are the product’s files', async () => {
    const { locales, changed, findTexts } = await readLanguages({ shipped });
    expect(locales).toEqual(['en-US', 'zh-CN']);
    expect(changed).toEqual([]);
    expect(findTexts('zh-CN')).toMatchObject({ bye: '再见' });
    expect(findTexts('he-IL')).toBeUndefined();
  });

  test('include the operator’s languages, with the texts that exist', async () => {
    await write(own, 'he-IL.json', { hello: 'שלום {name}' });
    await write(own, 'notes.txt', 'none of ours');
    const { locales, changed, findTexts } = await readLanguages({ shipped, own });
    expect(locales).toEqual(['en-US', 'he-IL', 'zh-CN']);
    expect(changed).toEqual([]);
    expect(findTexts('he-IL')).toEqual({ hello: 'שלום {name}' });
  });

  test('take single texts from the operator', async () => {
    await write(own, 'en-US.json', { help: 'help@operator.example' });
    const { locales, changed, findTexts, listReplacedTexts } = await readLanguages({ shipped, own });
    expect(locales).toEqual(['en-US', 'zh-CN']);
    expect(changed).toEqual(['en-US']);
    expect(findTexts('en-US')).toEqual({ hello: 'Hello {name}', help: 'help@operator.example', bye: 'Bye' });
    expect(listReplacedTexts('en-US')).toEqual(['help@product.example']);
  });
});

describe('refuses by name a file that cannot be shown', () => {
  test.each([
    ['he-IL.json', '{"hello":', /^he-IL\.json: is not JSON: /],
    ['he-IL.json', { hello: { nested: 'a' } }, /^he-IL\.json: hello is not a text$/],
    ['he-IL.json', { hello: 'שלום {nam}' }, /^he-IL\.json: hello has a placeholder that nothing fills: \{nam\}$/],
    ['he_IL.json', { hello: 'שלום' }, /^he_IL\.json: the name of a language file is a language tag/],
  ])('%s %j', async (name, content, line) => {
    await write(own, name, content);
    const error = await readLanguages({ shipped, own }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LanguageFileError);
    expect((error as Error).message.split('\n')).toEqual([
      'LANGUAGES_FOLDER has files that cannot be shown',
      expect.stringMatching(line),
    ]);
  });

  test('and a folder that does not exist', async () => {
    await expect(readLanguages({ shipped, own: join(own, 'gone') })).rejects.toThrow(
      /^LANGUAGES_FOLDER .*gone cannot be read \(ENOENT\)$/,
    );
  });
});

describe('over HTTP', () => {
  async function serve() {
    const distFolder = join(shipped, '../dist');
    const mark = '<meta name="languages" content="" data-changed="" />';
    await write(join(distFolder, 'plugin'), 'index.html', `<meta name="frame-origins" content="" />${mark}`);
    await write(join(distFolder, 'plugin'), 'textKeys.json', ['hello']);
    await write(distFolder, 'index.html', mark);
    const app = fastify();
    await write(join(distFolder, 'documents'), 'documents.json', { paths: [], style: '' });
    const languages = await readLanguages({ shipped, own });
    await app.register(fastifyCookie);
    const documents = await readDocuments(distFolder, languages);
    await registerPages(app, { distFolder, documents, terms: { getPage: () => '' }, languages });
    return async (url: string) => app.inject(url);
  }

  test('serves the list, the texts and the plugin’s part with parsed messages', async () => {
    await write(own, 'he-IL.json', { hello: 'שלום {name} <b>', bye: 'x' });
    const fetchPage = await serve();
    expect((await fetchPage('/admin/languages')).json()).toEqual({
      dataList: [{ localName: 'en-US' }, { localName: 'he-IL' }, { localName: 'zh-CN' }],
    });
    const texts = await fetchPage('/languages/he-IL.json');
    expect(texts.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(texts.json()).toEqual({ hello: 'שלום {name} <b>', bye: 'x' });
    expect((await fetchPage('/plugin/languages/he-IL.json')).json()).toEqual({ hello: ['שלום ', ['name'], ' <b>'] });
    expect((await fetchPage('/plugin/languages/en-US.json')).json()).toEqual({ hello: ['Hello ', ['name']] });
  });

  test.each(['/languages/fr-FR.json', '/languages/en-US', '/languages/..%2Fpackage.json', '/plugin/languages/fr.json'])(
    'answers 404 for %s',
    async (url) => {
      expect((await (await serve())(url)).statusCode).toBe(404);
    },
  );

  test('lists the languages in both pages, with those that the operator has changed', async () => {
    await write(own, 'zh-CN.json', { help: 'help@operator.example' });
    await write(own, 'en-US.json', { help: 'help@operator.example' });
    const fetchPage = await serve();
    const filled = '<meta name="languages" content="en-US zh-CN" data-changed="en-US zh-CN" />';
    expect((await fetchPage('/edit')).body).toContain(filled);
    expect((await fetchPage('/plugin')).body).toContain(filled);
  });
});
