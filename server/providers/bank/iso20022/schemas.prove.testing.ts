import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { buildVariantFile, fileVariants, messageVersions } from './fileVariants.testing.ts';
import { createWrittenFiles, FIXTURES, fixtureNames } from './writtenFiles.testing.ts';
import { readXmlTree } from './xmlTree.testing.ts';

/** A folder with the schemas of ISO 20022 (www.iso20022.org), named after their messages: `camt.053.001.08.xsd`. */
const folder = process.env['ISO20022_SCHEMAS'];

/** A national namespace that replaces ISO's. */
const NATIONAL = /xmlns(:\w+)?="http:\/\/www\.six-interbank-clearing\.com[^"]*"/;
/** Fixtures with IBANs that contain spaces or are in lower case, as people write them; a schema forbids both. */
const FIXTURES_WITH_INVALID_IBAN: ReadonlySet<string> = new Set(['camt.054.001.02.xml', 'camt.053.001.06.xml']);

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

describe.skipIf(folder === undefined)('the schema of its message', () => {
  test.each(fixtureNames)('is matched by the fixture %s', (name) => {
    const bytes = readFileSync(new URL(name, FIXTURES));
    if (FIXTURES_WITH_INVALID_IBAN.has(name)) expect(() => validate(bytes)).toThrow('IBAN');
    else validate(bytes);
  });

  test.each(createWrittenFiles())('is matched by $name', ({ bytes }) => validate(bytes));

  test.each(fileVariants)('is matched by a file with $name, in every version', (variant) => {
    for (const version of messageVersions)
      for (const kind of ['statement', 'notification'] as const) validate(buildVariantFile(variant, kind, version));
  });
});
