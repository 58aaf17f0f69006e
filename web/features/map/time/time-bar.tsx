import { useEffect, useEffectEvent, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { keyOf, useCommands } from '../../../ui/command.ts'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '../../../ui/icons.tsx'
import { rangeIn, readFilter, withRange } from '../range-filter.ts'
import { texts } from '../texts.ts'
import styles from './time-bar.module.css'
import { stepCommands, timeCommands } from './time-commands.ts'
import { stepIn, stepOf, type TimeUnit, timeUnits, windowOf } from './time-steps.ts'

const { time: words } = texts

/** Time for which a step is shown once it has loaded, in milliseconds. */
const stepMs = 900

interface TimeBarProps {
  /** First and last day of the counted records in view, regardless of the date filter. */
  span: readonly [first: string, last: string]
  filter: string
  onFilter: (filter: string) => void
  /** Whether the chart still shows the previous step. */
  isLoading: boolean
  /** Whether Space starts and stops playback. While a tool is open, Space sets points instead. */
  playsBySpace: boolean
}

/** Controls that step through the months or years of the records, or play them. The current step is the date range of the filter. */
// Long: one bar, in the order of its controls.
export function TimeBar({ span, filter, onFilter, isLoading, playsBySpace }: TimeBarProps) {
  const range = rangeIn(readFilter(filter), 'eventDate')
  const shown = stepIn(range)
  const [chosenUnit, setUnit] = useState<TimeUnit>(shown?.unit ?? 'month')
  const [isPlaying, setPlaying] = useState(false)
  const unit = shown?.unit ?? chosenUnit
  const [first, last] = [stepOf(span[0], unit), stepOf(span[1], unit)]
  const step = shown ? Math.max(first, Math.min(last, shown.step)) : null

  const go = useEffectEvent((to: number) => onFilter(withRange(filter, 'eventDate', windowOf(Math.max(first, Math.min(last, to)), unit))))
  const by = useEffectEvent((steps: number) => go(step === null ? (steps > 0 ? first : last) : step + steps))
  const playOrPause = useEffectEvent(() => {
    if (!isPlaying && (step === null || step === last)) go(first)
    setPlaying(!isPlaying)
  })

  const isAtEnd = step === last
  useEffect(() => {
    if (!isPlaying || isLoading) return
    const timer = setTimeout(() => (isAtEnd ? setPlaying(false) : by(1)), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isLoading, isAtEnd, step])

  const commands = playsBySpace ? timeCommands : stepCommands
  useCommands(texts.title, commands, { step: by, playOrPause }, { mayEdit: false, hasSelection: false })

  function change(next: TimeUnit) {
    setUnit(next)
    if (step !== null) onFilter(withRange(filter, 'eventDate', windowOf(stepOf(windowOf(step, unit).from, next), next)))
  }

  return (
    <section className={styles.bar} aria-label={words.title}>
      <IconButton
        size="small"
        label={isPlaying ? words.pause : words.play}
        keys={playsBySpace ? keyOf(timeCommands.playOrPause) : undefined}
        onClick={() => playOrPause()}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <IconButton size="small" label={words.back} keys={keyOf(timeCommands.back)} disabled={step === first} onClick={() => by(-1)}>
        <ChevronLeftIcon />
      </IconButton>
      <input
        type="range"
        className={styles.range}
        aria-label={words.title}
        aria-valuetext={stepWords(step, unit, range)}
        min={first}
        max={last}
        value={step ?? first}
        data-unset={step === null || undefined}
        onChange={({ target }) => {
          setPlaying(false)
          go(Number(target.value))
        }}
      />
      <IconButton size="small" label={words.next} keys={keyOf(timeCommands.next)} disabled={isAtEnd} onClick={() => by(1)}>
        <ChevronRightIcon />
      </IconButton>
      <output className={styles.words} aria-live={isPlaying ? 'off' : 'polite'}>
        {stepWords(step, unit, range)}
      </output>
      <div className={styles.units}>
        {timeUnits.map(one => (
          <Button key={one} size="small" variant="quiet" className={styles.unit} aria-pressed={one === unit} onClick={() => change(one)}>
            {words.units[one]}
          </Button>
        ))}
        {(range.from !== null || range.to !== null) && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              setPlaying(false)
              onFilter(withRange(filter, 'eventDate', { from: null, to: null }))
            }}
          >
            {words.all}
          </Button>
        )}
      </div>
    </section>
  )
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function stepWords(step: number | null, unit: TimeUnit, { from, to }: { from: string | null; to: string | null }): string {
  if (step === null) return from === null && to === null ? words.allDates : words.range(from ?? '…', to ?? '…')
  const window = windowOf(step, unit)
  return unit === 'year' ? window.from.slice(0, 4) : monthName.format(new Date(`${window.from}T00:00:00Z`))
}
