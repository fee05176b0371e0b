import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/plates.css';
import { titleCutNames } from './frame/whole-names.ts';
import { Monitor } from './monitor/monitor.tsx';

titleCutNames();
render(<Monitor />, document.getElementById('page') as HTMLElement);
