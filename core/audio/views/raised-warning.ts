// A warning as it is raised: its board knows since when.
import type { Warning } from '../../services.ts';

export type Raised = Omit<Warning, 'since'>;

export function warning(
  id: string,
  code: string,
  title: string,
  detail: string,
  params: Record<string, unknown>,
): Raised {
  // Ids of warnings match rows.md; names of drivers and devices may have any characters.
  const safe = id.replace(/[^A-Za-z0-9._~-]/g, '-').slice(0, 64);
  return { id: safe, title, titleCode: { code, params }, detail, severity: 'warning', path: '' };
}
