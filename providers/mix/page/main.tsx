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
await useLink();
const bus = holder.peek()?.bus ?? undefined;
if (bus !== undefined) goToMonitor(bus);
else {
  const page = (
    <KeyAsked>
      <Frame />
    </KeyAsked>
  );
  render(page, document.getElementById('page') as HTMLElement);
  await findHolder();
  const own = holder.peek()?.bus ?? undefined;
  if (own !== undefined) goToMonitor(own);
}

/** The key of one bus has the page of its musician. */
function goToMonitor(own: string): void {
  location.replace(`/mix/monitor#${own}`);
}
