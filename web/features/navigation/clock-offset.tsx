import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './navigation.module.css'
import { texts } from './texts.tsx'

const { clock: words } = texts

interface ClockOffsetProps {
  seconds: number
  onChange: (seconds: number) => void
}

const longestSeconds = 315_360_000
const steps = [-60, -10, -1, 1, 10, 60]

/** Field for the offset between the camera clock and the track in seconds, with buttons that change it in steps. */
export function ClockOffset({ seconds, onChange }: ClockOffsetProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const number = typed === null ? seconds : readNumber(typed)
  const isWrong = typed !== null && number !== null && !(Math.abs(number) <= longestSeconds)
  return (
    <div className={styles.offset}>
      <TextField
        label={words.label}
        inputMode="decimal"
        autoComplete="off"
        after="s"
        description={words.about}
        error={isWrong ? words.wrong : undefined}
        value={typed ?? String(seconds).replace('-', '−')}
        onChange={event => {
          setTyped(event.target.value)
          const read = readNumber(event.target.value) ?? 0
          if (Math.abs(read) <= longestSeconds) onChange(read)
        }}
        onBlur={() => {
          if (!isWrong) setTyped(null)
        }}
      />
      <fieldset className={styles.steps} aria-label={words.steps}>
        {steps.map(step => (
          <Button
            key={step}
            size="small"
            aria-label={step < 0 ? words.earlier(-step) : words.later(step)}
            onClick={() => {
              setTyped(null)
              onChange(Number((seconds + step).toFixed(3)))
            }}
          >
            {step < 0 ? `−${-step}` : `+${step}`} s
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
