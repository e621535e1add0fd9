import { readFileSync } from 'node:fs';
import type { Family } from '../../server/providers/vendor.ts';
import { type FamilyShape, familyShapes } from './families.ts';

export type NewVendor = {
  /** As a folder and in code: `acmePay`. */
  readonly name: string;
  readonly family: Family;
};

const NAME = /^[a-z][a-zA-Z0-9]*$/;
/** A line of a template that only vendors with a webhook have. */
const ONLY_WITH_WEBHOOK = /^\/\/\?webhook (.*\n)/gm;

/** What is wrong with a name; undefined for a good one. */
export function nameFault(name: string): string | undefined {
  return NAME.test(name)
    ? undefined
    : `${name || 'The name'} must be written like acmePay: letters and digits, a small one first`;
}

/** Every file of a new vendor by its path from the project's root, made from the templates beside this one. */
export function vendorFiles(vendor: NewVendor): ReadonlyMap<string, string> {
  const { name, family } = vendor;
  const shape = familyShapes[family];
  const folder = vendorFolder(vendor);
  const from = (template: string) => filled(template, vendor, shape);
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

export function vendorFolder({ name, family }: NewVendor): string {
  return `server/providers/${familyShapes[family].folder}/${name}`;
}

/** The list of vendors with one more; formatting it puts the new import in its place. */
export function withVendor(list: string, vendor: NewVendor): string {
  const value = `${vendor.name}Vendor`;
  const path = vendorFolder(vendor).replace('server/', '../');
  const opening = new RegExp(String.raw`(export const ${familyShapes[vendor.family].list}: [^=]+= \[)([^\]]*?),?\s*\]`);
  if (!opening.test(list)) throw new Error(`server/app/vendors.ts has no list ${familyShapes[vendor.family].list}`);
  return `import { ${value} } from '${path}/manifest.ts';\n${list.replace(opening, `$1$2, ${value}]`)}`;
}

function filled(template: string, { name, family }: NewVendor, shape: FamilyShape): string {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const words = capital.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return readFileSync(new URL(`templates/${template}.txt`, import.meta.url), 'utf8')
    .replaceAll(ONLY_WITH_WEBHOOK, shape.webhook ? '$1' : '')
    .replaceAll('__vendor__', name)
    .replaceAll('__Vendor__', capital)
    .replaceAll('__VENDOR__', words.replaceAll(' ', '_').toUpperCase())
    .replaceAll('__Label__', words)
    .replaceAll('__family__', family)
    .replaceAll('__address__', shape.address)
    .replaceAll('__credential__', shape.credential);
}
