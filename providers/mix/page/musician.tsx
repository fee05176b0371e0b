import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/plates.css';
import { Monitor } from './monitor/monitor.tsx';

render(<Monitor />, document.getElementById('page') as HTMLElement);
