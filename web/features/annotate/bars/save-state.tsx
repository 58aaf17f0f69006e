import { useOutboxStatus } from '../../../sync/use-account-work.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import { CheckIcon, OfflineIcon, SavingIcon, WarningIcon } from '../../../ui/icons.tsx'
import styles from './bars.module.css'

/** The save state as a text: Counting unsent edits · Saved · Saving 12 · Offline, 34 waiting · 3 could not be saved. */
export function SaveState({ onOpen }: { onOpen: () => void }) {
  const { counted, waiting, offline, refused, unkept } = useOutboxStatus()
  if (refused.length > 0) {
    return (
      <Button size="small" variant="quiet" icon={<WarningIcon aria-hidden />} className={styles.notSaved} onClick={onOpen}>
        {formatCount(refused.length, 'edit', 'edits')} could not be saved
      </Button>
    )
  }
  if (unkept) {
    return (
      <span className={styles.saveState} role="alert" data-tip={`${unkept.reason}. They are sent from this tab: leave it open.`}>
        <WarningIcon aria-hidden /> This browser could not keep {formatCount(unkept.count, 'edit', 'edits')}
      </span>
    )
  }
  const [icon, words] = offline
    ? [<OfflineIcon key="icon" aria-hidden />, `Offline, ${waiting} waiting`]
    : waiting > 0
      ? [<SavingIcon key="icon" aria-hidden />, `Saving ${waiting}`]
      : !counted
        ? [<SavingIcon key="icon" aria-hidden />, 'Counting unsent edits']
        : [<CheckIcon key="icon" aria-hidden />, 'Saved']
  return (
    <span className={styles.saveState} role="status" data-offline={offline || undefined}>
      {icon} <span>{words}</span>
    </span>
  )
}
