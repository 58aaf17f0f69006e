import { useEffect, useRef } from 'react'
import type { ScrapedRecord } from '../../../shared/contracts/outside-records.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatPosition } from '../../ui/format.ts'
import styles from './outside.module.css'
import { RecordName } from './record-name.tsx'
import { texts } from './texts.ts'
import { depthsOf } from './words.ts'

interface RecordRowProps {
  record: ScrapedRecord
  /** Whether to show the state. True if the list is not filtered by state, or if the record no longer matches the filter. */
  showsState: boolean
  isOpen: boolean
  isChosen: boolean
  onOpen: () => void
  /** Toggles the selection; null for people who may not decide. */
  onToggle: (() => void) | null
}

/** Row of a record with its name, date, position and depth, and its change, match and flags. */
export function RecordRow({ record, showsState, isOpen, isChosen, onOpen, onToggle }: RecordRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const { title, decimalLatitude, decimalLongitude, generalised, eventDate, flags, change, match, state } = record
  const place =
    decimalLatitude !== null && decimalLongitude !== null && formatPosition(decimalLatitude, decimalLongitude, generalised ? 2 : 3)
  return (
    <li ref={row} className={styles.row} data-open={isOpen || undefined}>
      {onToggle ? <input type="checkbox" aria-label={texts.inbox.select(title)} checked={isChosen} onChange={onToggle} /> : <span />}
      <button type="button" className={styles.open} aria-current={isOpen || undefined} onClick={onOpen}>
        <span className={styles.title}>
          <RecordName title={title} />
        </span>
        <span className={styles.quiet}>{[eventDate, place, depthsOf(record)].filter(Boolean).join(' · ')}</span>
      </button>
      <span className={styles.marks}>
        {showsState && <Badge tone={state === 'accepted' ? 'ok' : undefined}>{texts.recordStates[state]}</Badge>}
        {change !== 'new' && change !== 'same' && <Badge tone="primary">{texts.inbox.changes[change]}</Badge>}
        {match && <Badge tone="warn">{texts.matches[match.kind]}</Badge>}
        {flags.slice(0, 2).map(flag => (
          <Badge key={flag}>{texts.flags[flag]}</Badge>
        ))}
        {flags.length > 2 && <Badge>+{flags.length - 2}</Badge>}
      </span>
    </li>
  )
}
