import { useOutboxStatus } from '../../../sync/use-account-work.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon, OfflineIcon, SavingIcon, WarningIcon } from '../../../ui/icons.tsx'
import { Term } from '../../../ui/term.tsx'
import * as texts from '../texts.ts'
import styles from './bars.module.css'

/** Save state as text: Counting unsent edits · Saved · Saving 12 · Offline, 34 waiting · 3 could not be saved. */
export function SaveState({ onOpen }: { onOpen: () => void }) {
  const { counted, waiting, offline, refused, unkept } = useOutboxStatus()
  if (refused.length > 0) {
    return (
      <Button size="small" variant="quiet" icon={<WarningIcon aria-hidden />} className={styles.notSaved} onClick={onOpen}>
        {texts.saving.notSaved(refused.length)}
      </Button>
    )
  }
  if (unkept) {
    return (
      <span className={styles.saveState} role="alert">
        <WarningIcon aria-hidden />
        <Term tip={texts.saving.leaveOpen(unkept.reason)}>{texts.saving.notKept(unkept.count)}</Term>
      </span>
    )
  }
  const [icon, state] = offline
    ? [<OfflineIcon key="icon" aria-hidden />, texts.saving.offline(waiting)]
    : waiting > 0
      ? [<SavingIcon key="icon" aria-hidden />, texts.saving.saving(waiting)]
      : !counted
        ? [<SavingIcon key="icon" aria-hidden />, texts.saving.counting]
        : [<CheckIcon key="icon" aria-hidden />, texts.saving.saved]
  return (
    <span className={styles.saveState} role="status" data-offline={offline || undefined}>
      {icon} <span>{state}</span>
    </span>
  )
}
