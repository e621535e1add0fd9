import { packageBuild } from '../packageBuild.ts';

export default packageBuild(import.meta.dirname, 'node.ts', [/^node:/]);
