import { findLicence } from './licence.ts';
import { type InstalledPackage, type LockedPackages, listInstalledPackages, PRODUCT_WORKSPACES } from './lockfile.ts';

type Component = { readonly name: string; readonly version: string; readonly 'bom-ref': string };
type Dependency = { readonly ref: string; readonly dependsOn?: readonly string[] };

/** The parts of the output of `npm sbom --sbom-format cyclonedx` that are changed here (https://cyclonedx.org/docs/1.5/json). */
export type BillOfMaterials = {
  readonly bomFormat: string;
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
};

/**
 * Returns npm's list of installed packages without those that only tests, tools and the sandbox need, and adds the licences
 * that npm does not find. Throws if npm's list lacks a package of the lock file.
 */
export function buildProductBill(all: BillOfMaterials, packages: LockedPackages): BillOfMaterials {
  const installed = new Map(
    listInstalledPackages(packages, PRODUCT_WORKSPACES).map((one) => [buildPackageKey(one), one]),
  );
  const components = all.components.filter((component) => installed.has(buildPackageKey(component)));
  const named = new Set(components.map(buildPackageKey));
  const missing = [...installed.keys()].filter((key) => !named.has(key));
  if (missing.length > 0) throw new Error(`npm sbom does not name ${missing.join(', ')}`);
  const refs = new Set(components.map((component) => component['bom-ref']));
  return {
    ...all,
    // npm would use the name of the folder.
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'slipway' } },
    components: components.map((component) => ({
      ...component,
      ...buildLicences(installed.get(buildPackageKey(component))),
    })),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) })),
  };
}

function buildLicences(installed: InstalledPackage | undefined): object {
  const licence = installed && findLicence(installed);
  if (licence === undefined) return {};
  return { licenses: [/ (?:OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } }] };
}

function buildPackageKey({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}
