// The inputs of a device of the desk from the network: what each is subscribed to, whether that comes, and a way to end it.
import { Refusal } from '../control/control-for.tsx';
import { NetworkInput, type Subscription } from '../control/network-input.tsx';
import { fieldOf, pathsOf, useRows } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { t } from '../text/text.ts';

const noSubscription: Subscription = { txDevice: '', txChannelLabel: '' };
export const inputNumber = (path: string): number => Number(path.slice(path.lastIndexOf('/') + 1));

/** `path`: of the device. */
export function OwnInputs({ path }: { readonly path: string }) {
  useRows([`${path}/rx/*`]);
  return (
    <ul class="plain-list">
      {pathsOf(`${path}/rx/*`).map((input) => (
        <Input key={input} path={input} />
      ))}
    </ul>
  );
}

function Input({ path }: { readonly path: string }) {
  const { txDevice = '' } = fieldOf<Subscription>(path, 'subscription').value ?? {};
  const number = inputNumber(path);
  return (
    <li class="problem">
      <b class="number">{number}</b>
      <div class="grow">
        <NetworkInput path={path} />
        <Refusal path={path} name="subscription" />
      </div>
      {txDevice !== '' && (
        <button
          type="button"
          aria-label={t('site.endOf', { number })}
          onClick={() => void writeFields(path, { subscription: noSubscription }, 'subscription')}
        >
          {t('site.end')}
        </button>
      )}
    </li>
  );
}
