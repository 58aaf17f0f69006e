import type { Outbox } from '../../sync/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { CheckIcon, OfflineIcon, SavingIcon, WarningIcon } from '../../ui/icons.tsx'
import { useOutboxStatus } from './use-document.ts'
import styles from './workspace.module.css'

/** One state in words: Saved · Saving 12 · Offline, 34 waiting · 3 could not be saved. */
export function SaveState({ outbox, onOpen }: { outbox: Outbox; onOpen: () => void }) {
  const { waiting, offline, refused } = useOutboxStatus(outbox)
  if (refused.length > 0) {
    return (
      <Button size="small" variant="quiet" icon={<WarningIcon aria-hidden />} className={styles.notSaved} onClick={onOpen}>
        {formatCount(refused.length, 'edit', 'edits')} could not be saved
      </Button>
    )
  }
  const [icon, words] = offline
    ? [<OfflineIcon key="icon" aria-hidden />, `Offline, ${waiting} waiting`]
    : waiting > 0
      ? [<SavingIcon key="icon" aria-hidden />, `Saving ${waiting}`]
      : [<CheckIcon key="icon" aria-hidden />, 'Saved']
  return (
    <span className={styles.saveState} role="status" data-offline={offline || undefined}>
      {icon} {words}
    </span>
  )
}
