import { readFileSync } from 'node:fs';
import type { Family } from '../../server/providers/vendor.ts';
import { type FamilyShape, familyShapes } from './families.ts';

export type NewVendor = {
  /** Used as the name of the folder and in identifiers: `acmePay`. */
  readonly name: string;
  readonly family: Family;
};

const NAME = /^[a-z][a-zA-Z0-9]*$/;
/** A template line that only vendors with a webhook have. */
const ONLY_WITH_WEBHOOK = /^\/\/\?webhook (.*\n)/gm;

/** Returns the fault of a name; undefined if it is valid. */
export function findNameFault(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : `${name || 'The name'} must consist of letters and digits and begin with a lowercase letter, like acmePay`;
}

/** Returns the text of every file of a new vendor by path from the project's root, created from the templates here. */
export function createVendorFiles(vendor: NewVendor): ReadonlyMap<string, string> {
  const { name, family } = vendor;
  const shape = familyShapes[family];
  const folder = getVendorFolder(vendor);
  const from = (template: string) => fillTemplate(template, vendor, shape);
  return new Map([
    [`${folder}/manifest.ts`, from(shape.manifest)],
    [`${folder}/client.ts`, from('client')],
    [`${folder}/map.ts`, from(`${family}/map`)],
    [`${folder}/${name}.ts`, from(`${family}/adapter`)],
    ...(family === 'chain' ? [[`${folder}/treasuryKey.ts`, from('chain/treasuryKey')] as const] : []),
    ...(shape.webhook ? [[`${folder}/webhook.ts`, from('webhook')] as const] : []),
    [`${folder}/notYet.ts`, from('notYet')],
    [`${folder}/${name}.test.ts`, from(`${family}/test`)],
    [`${folder}/${name}World.testing.ts`, from('world')],
    [`sandbox/${name}/start.ts`, from('standIn')],
  ]);
}

export function getVendorFolder({ name, family }: NewVendor): string {
  return `server/providers/${familyShapes[family].folder}/${name}`;
}

/** Adds a vendor and its import to the text of server/app/vendors.ts; the formatter later sorts the import. */
export function addVendor(list: string, vendor: NewVendor): string {
  const value = `${vendor.name}Vendor`;
  const path = getVendorFolder(vendor).replace('server/', '../');
  const opening = new RegExp(String.raw`(export const ${familyShapes[vendor.family].list}: [^=]+= \[)([^\]]*?),?\s*\]`);
  if (!opening.test(list)) throw new Error(`server/app/vendors.ts has no list ${familyShapes[vendor.family].list}`);
  return `import { ${value} } from '${path}/manifest.ts';\n${list.replace(opening, `$1$2, ${value}]`)}`;
}

function fillTemplate(template: string, { name, family }: NewVendor, shape: FamilyShape): string {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const label = capital.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return readFileSync(new URL(`templates/${template}.txt`, import.meta.url), 'utf8')
    .replaceAll(ONLY_WITH_WEBHOOK, shape.webhook ? '$1' : '')
    .replaceAll('__vendor__', name)
    .replaceAll('__Vendor__', capital)
    .replaceAll('__VENDOR__', label.replaceAll(' ', '_').toUpperCase())
    .replaceAll('__Label__', label)
    .replaceAll('__family__', family)
    .replaceAll('__address__', shape.address)
    .replaceAll('__credential__', shape.credential);
}
