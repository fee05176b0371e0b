import { type Change, type Desk, type Time, until } from 'rowdesk/provider';

/** How long mixer and stageboxes are waited for. */
const timeoutMs = 2_000;

export interface ArrivalNeeds {
  readonly desk: Pick<Desk, 'observed'>;
  readonly time: Time;
}

/** True once mixer and stageboxes report these values; false where one does not in time, or refuses. */
export async function arrived(changes: readonly Change[], { desk, time }: ArrivalNeeds): Promise<boolean> {
  const { observed } = desk;
  const isThere = () => changes.every(({ path, field }) => observed.matches(path, field));
  const isJudged = () => changes.every((each) => observed.matches(each.path, each.field) || isRefused(each, desk));
  await until(isJudged, { sources: [observed], time, timeoutMs });
  return isThere();
}

/** The device says that it does not take the value. */
export const isRefused = ({ path, field }: Pick<Change, 'path' | 'field'>, { observed }: ArrivalNeeds['desk']) =>
  observed.read(path, field)?.state === 'refused';
