import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { makeFile, manners, versions } from './makerFiles.testing.ts';
import { FIXTURES, fixtureNames, writtenFiles } from './writtenFiles.testing.ts';
import { readXmlTree } from './xmlTree.testing.ts';

/** A folder with the schemas of ISO 20022 (www.iso20022.org), named as their messages: `camt.053.001.08.xsd`. */
const folder = process.env['ISO20022_SCHEMAS'];

/** A national body's namespace stands for ISO's. */
const NATIONAL = /xmlns(:\w+)?="http:\/\/www\.six-interbank-clearing\.com[^"]*"/;
/** IBANs as people write them, with spaces or in small letters, which a schema forbids: these fixtures show them. */
const WRITTEN_ALL_THE_SAME: ReadonlySet<string> = new Set(['camt.054.001.02.xml', 'camt.053.001.06.xml']);

const validators = new Map<string, XsdValidator>();

function validate(bytes: Uint8Array): void {
  const { message } = readXmlTree(bytes);
  const path = join(folder ?? '', `${message}.xsd`);
  if (!existsSync(path)) throw new Error(`${message}.xsd is not in the folder`);
  const validator = validators.get(message) ?? XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path)));
  validators.set(message, validator);
  const latin = Buffer.from(bytes).toString('latin1');
  const named = latin.replace(NATIONAL, `xmlns$1="urn:iso:std:iso:20022:tech:xsd:${message}"`);
  using document = XmlDocument.fromBuffer(Buffer.from(named, 'latin1'));
  validator.validate(document);
}

describe.skipIf(folder === undefined)('is valid by the schema of its message', () => {
  test.each(fixtureNames)('the fixture %s', (name) => {
    const bytes = readFileSync(new URL(name, FIXTURES));
    if (WRITTEN_ALL_THE_SAME.has(name)) expect(() => validate(bytes)).toThrow('IBAN');
    else validate(bytes);
  });

  test.each(writtenFiles())('$name', ({ bytes }) => validate(bytes));

  test.each(manners)('a file with $name, in every version', (manner) => {
    for (const version of versions)
      for (const kind of ['statement', 'notification'] as const) validate(makeFile(manner, kind, version));
  });
});
