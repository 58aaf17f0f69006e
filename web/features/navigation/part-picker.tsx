import { useState } from 'react'
import type { Track } from '../../../shared/contracts/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './navigation.module.css'
import type { PartOfTrack } from './queries.ts'
import { texts } from './texts.tsx'

const { part: words } = texts

const lengths = ([360, 60, 10, 2] as const).map(minutes => ({ minutes, label: words.lengths[minutes] }))

export type Part = ReturnType<typeof usePart>

/** Manages the plotted part of a track: the whole track, or a movable time window. */
export function usePart({ firstAt, lastAt }: Track) {
  const [minutes, setMinutes] = useState(0)
  const [middleMs, setMiddleMs] = useState<number | null>(null)
  const [firstMs, lastMs] = [Date.parse(firstAt ?? ''), Date.parse(lastAt ?? '')]
  const halfMs = minutes * 30_000
  const middle = Math.min(lastMs - halfMs, Math.max(firstMs + halfMs, middleMs ?? (firstMs + lastMs) / 2))
  const window = { from: Math.max(firstMs, middle - halfMs), to: Math.min(lastMs, middle + halfMs) }
  const range: Pick<PartOfTrack, 'from' | 'to'> =
    minutes === 0 ? {} : { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() }
  return {
    minutes,
    range,
    canMove: { back: minutes > 0 && window.from > firstMs, on: minutes > 0 && window.to < lastMs },
    choose: setMinutes,
    move: (direction: -1 | 1) => setMiddleMs(middle + direction * halfMs * 1.5)
  }
}

export function PartPicker({ part, track: { firstAt, lastAt } }: { part: Part; track: Track }) {
  const wholeMinutes = (Date.parse(lastAt ?? '') - Date.parse(firstAt ?? '')) / 60_000
  const shorter = lengths.filter(({ minutes }) => minutes < wholeMinutes)
  if (shorter.length === 0) return null
  return (
    <div className={styles.part}>
      <Select
        label={words.label}
        value={String(part.minutes)}
        onChange={event => part.choose(Number(event.target.value))}
        options={[{ value: '0', label: words.whole }, ...shorter.map(({ minutes, label }) => ({ value: String(minutes), label }))]}
      />
      {part.minutes > 0 && (
        <div className={styles.steps}>
          <Button disabled={!part.canMove.back} onClick={() => part.move(-1)}>
            {words.earlier}
          </Button>
          <Button disabled={!part.canMove.on} onClick={() => part.move(1)}>
            {words.later}
          </Button>
        </div>
      )}
    </div>
  )
}
