import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/plates.css';
import './style/theme.ts';
import { Frame } from './frame/frame.tsx';
import { titleCutNames } from './frame/whole-names.ts';

titleCutNames();
render(<Frame />, document.getElementById('page') as HTMLElement);
