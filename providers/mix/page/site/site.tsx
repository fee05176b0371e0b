// The parts of the desk for those who install and integrate it, loaded together when one of them is opened.
import '../text/site.ts';
import './site.css';

export { About } from './about.tsx';
export { Log } from './log.tsx';
export { Network } from './network.tsx';
export { Packages } from './packages.tsx';
export { Plugins } from './plugins.tsx';
export { Rows } from './rows.tsx';
export { Surfaces } from './surfaces.tsx';
