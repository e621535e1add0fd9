import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseAcceptLanguage, readPreferences } from './readerPreferences.ts';

test('languages are ordered by their quality; those that are refused are left out', () => {
  expect(parseAcceptLanguage('da, en-GB;q=0.8, en;q=0.7, fr;q=0')).toEqual(['da', 'en-GB', 'en']);
  expect(parseAcceptLanguage('en;q=0.5,*;q=0.1,de')).toEqual(['de', 'en', '*']);
  expect(parseAcceptLanguage('en ; q=0.5, de;Q=0.9')).toEqual(['de', 'en']);
  expect(parseAcceptLanguage('')).toEqual([]);
});

test('what a page has chosen over HTTPS comes before a choice of former pages', async () => {
  const app = fastify();
  await app.register(fastifyCookie);
  app.get('/', async (request) => readPreferences(request));
  const read = async (cookies: Record<string, string>) => (await app.inject({ url: '/', cookies })).json() as object;
  expect(await read({ locale: 'de-DE', theme: 'dark' })).toMatchObject({ locale: 'de-DE', theme: 'dark' });
  expect(await read({ locale: 'de-DE', '__Host-locale': 'es-ES' })).toMatchObject({ locale: 'es-ES' });
  await app.close();
});
