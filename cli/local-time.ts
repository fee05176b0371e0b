// A time of a row by the clock of the one who reads it.

/** `18:02:11` of today, `2026-01-01 18:02:11` of another day; a text that is no time stays as it is. */
export function localTime(at: string, now: Date = new Date()): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  const two = (number: number) => String(number).padStart(2, '0');
  const day = (of: Date) => `${of.getFullYear()}-${two(of.getMonth() + 1)}-${two(of.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return day(time) === day(now) ? clock : `${day(time)} ${clock}`;
}
