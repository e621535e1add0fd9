import { createPackageBuild } from '../packageBuild.ts';

export default createPackageBuild(import.meta.dirname, 'react.ts', ['react', 'react/jsx-runtime', '@slipway/loader']);
