import { createPackageBuild } from '../packageBuild.ts';

export default createPackageBuild(import.meta.dirname, 'loader.ts', []);
