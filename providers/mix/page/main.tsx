import './desk/link.ts';
import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/plates.css';
import './style/theme.ts';
import { findHolder, holder, useLink } from './desk/holder.ts';
import { Frame } from './frame/frame.tsx';
import { KeyAsked } from './frame/key-asked.tsx';
import { titleCutNames } from './frame/whole-names.ts';

titleCutNames();
void begin();

async function begin(): Promise<void> {
  await useLink();
  if (goToOwnBus()) return;
  const page = (
    <KeyAsked>
      <Frame />
    </KeyAsked>
  );
  render(page, document.getElementById('page') as HTMLElement);
  await findHolder();
  goToOwnBus();
}

/** The key of one bus has the page of its musician. */
function goToOwnBus(): boolean {
  const own = holder.peek()?.bus ?? undefined;
  if (own !== undefined) location.replace(`/mix/monitor#${own}`);
  return own !== undefined;
}
