import { type Convergence, type Desk, follow, type Row, setting, stopAll, type Warnings } from 'rowdesk/provider';
import { exclusive } from '../contract.ts';
import { type ExclusiveAccess, exclusivePath } from '../exclusive-access.ts';

const warning = 'patchbay-shared';

/** Whether the ports of the desk's devices are its own. */
export function exclusiveRow(holding: ExclusiveAccess): Row {
  return setting(exclusivePath, {
    summary: 'Whether the ports of the desk are its own',
    fields: exclusive,
    writable: ['wanted'],
    life: 'site',
    target: 'graph',
    computed: (_at, desk, observed) => ({ held: holding.now(desk, observed).held }),
    watch: follow(holding),
  });
}

/** Says for as long as what is wanted for the desk alone is not, and why. */
export function warnOfSharing(
  holding: ExclusiveAccess,
  desk: Desk,
  convergence: Convergence,
  warnings: Warnings,
): () => void {
  const look = () => {
    const { wanted, held, reason } = holding.now(desk, desk.observed);
    if (held === wanted) return warnings.clear(warning);
    warnings.raise({
      id: warning,
      title: 'Ports of the desk are shared',
      titleCode: { code: warning, params: { wanted, held } },
      detail: `Wanted for the desk alone: ${wanted}; held: ${held}. ${reason}.`,
      severity: 'warning',
      path: exclusivePath,
    });
  };
  // A graph has a beat's time to hold what is wanted anew: nobody is alarmed for that.
  return stopAll(holding.onChange(look), convergence.onBeat(look));
}
