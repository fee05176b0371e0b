import './desk/link.ts';
import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/plates.css';
import { findHolder, useLink } from './desk/holder.ts';
import { KeyAsked } from './frame/key-asked.tsx';
import { titleCutNames } from './frame/whole-names.ts';
import { Monitor } from './monitor/monitor.tsx';

titleCutNames();
void begin();

async function begin(): Promise<void> {
  await useLink();
  const page = (
    <KeyAsked>
      <Monitor />
    </KeyAsked>
  );
  render(page, document.getElementById('page') as HTMLElement);
  await findHolder();
}
