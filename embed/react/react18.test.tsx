import { testOnReact } from './react.testing.tsx';

// The version that this package is developed with.
testOnReact(18);
