import { packageBuild } from '../packageBuild.ts';

export default packageBuild(import.meta.dirname, 'react.ts', ['react', 'react/jsx-runtime', '@slipway/loader']);
