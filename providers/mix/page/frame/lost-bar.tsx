// The desk does not answer: since when, and of when what is shown is.
import { useEffect, useState } from 'preact/hooks';
import { client, connection, lostAt } from '../desk/client.ts';
import { language, t } from '../text/text.ts';

export function LostBar() {
  const since = lostAt.value;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (since === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (since === undefined) return null;
  const status = (connection.value.error as { readonly status?: number } | undefined)?.status;
  const isForbidden = status === 401 || status === 403;
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  return (
    <div class="notice lost-bar">
      <p>
        <b>◌ {isForbidden ? t('frame.forbidden') : t('frame.lost.for', { seconds })}</b>
        {isForbidden ? connection.value.reason : t('frame.lost.values', { time: timeOf(since) })}
      </p>
      <button type="button" onClick={() => client.reconnect()}>
        {t('frame.retry')}
      </button>
    </div>
  );
}

const timeOf = (ms: number): string => new Date(ms).toLocaleTimeString(language.value);
