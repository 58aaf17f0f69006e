import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAccountWork, useOutboxStatus } from '../../sync/use-account-work.ts'
import { OfflineIcon, SavingIcon, WarningIcon } from '../../ui/icons.tsx'
import styles from './waiting.module.css'
import { WaitingDialog } from './waiting-dialog.tsx'
import { waitingWords } from './words.ts'

/** Chip with the number of unsent edits and the reason, on every screen. Annotate shows some of these edits itself. */
export default function WaitingChip() {
  const status = useOutboxStatus()
  const work = useAccountWork()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const words = waitingWords(status)
  const { offline, failure, refused, unkept } = status
  const isHeldUp = offline || failure !== null || refused.length > 0 || unkept !== null
  // Annotate itself shows edits that are being sent and edits that were refused
  const isShownThere = /\/annotate\/?$/.test(pathname) && (!isHeldUp || refused.length > 0)
  const isShown = words !== null && !isShownThere
  const Icon = offline ? OfflineIcon : isHeldUp ? WarningIcon : SavingIcon
  return (
    <>
      {isShown && (
        <button type="button" className={styles.chip} data-held-up={isHeldUp || undefined} aria-label={words} onClick={() => setOpen(true)}>
          <Icon aria-hidden />
          <span className={styles.words}>{words}</span>
          <span className={styles.count} aria-hidden="true">
            {status.waiting + refused.length}
          </span>
        </button>
      )}
      {isOpen && work && <WaitingDialog work={work} onClose={() => setOpen(false)} />}
    </>
  )
}
