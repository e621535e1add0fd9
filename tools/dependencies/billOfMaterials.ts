import { licenceOf } from './licence.ts';
import { type InstalledPackage, installedFor, type LockedPackages, PRODUCT } from './lockfile.ts';

type Component = { readonly name: string; readonly version: string; readonly 'bom-ref': string };
type Dependency = { readonly ref: string; readonly dependsOn?: readonly string[] };

/** What `npm sbom --sbom-format cyclonedx` writes, as far as it is changed here (https://cyclonedx.org/docs/1.5/json). */
export type BillOfMaterials = {
  readonly bomFormat: string;
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
};

/**
 * npm's list of all that is installed, without what only tests, tools and the sandbox need, and with the licences that npm
 * does not find. Throws where npm does not name a package of the lock file.
 */
export function productBill(all: BillOfMaterials, packages: LockedPackages): BillOfMaterials {
  const installed = new Map(installedFor(packages, PRODUCT).map((one) => [keyOf(one), one]));
  const components = all.components.filter((component) => installed.has(keyOf(component)));
  const named = new Set(components.map(keyOf));
  const missing = [...installed.keys()].filter((key) => !named.has(key));
  if (missing.length > 0) throw new Error(`npm sbom does not name ${missing.join(', ')}`);
  const refs = new Set(components.map((component) => component['bom-ref']));
  return {
    ...all,
    // npm takes the folder's name.
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'slipway' } },
    components: components.map((component) => ({ ...component, ...licencesOf(installed.get(keyOf(component))) })),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) })),
  };
}

function licencesOf(installed: InstalledPackage | undefined): object {
  const licence = installed && licenceOf(installed);
  if (licence === undefined) return {};
  return { licenses: [/ (?:OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } }] };
}

function keyOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}
