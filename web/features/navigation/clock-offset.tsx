import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { readNumber } from '../../ui/read-number.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './navigation.module.css'

interface ClockOffsetProps {
  seconds: number
  onChange: (seconds: number) => void
}

const longestSeconds = 315_360_000
const steps = [-60, -10, -1, 1, 10, 60]

/** Seconds between the clock of the camera and that of the track: typed, or step by step. */
export function ClockOffset({ seconds, onChange }: ClockOffsetProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const number = typed === null ? seconds : readNumber(typed)
  const isWrong = typed !== null && number !== null && !(Math.abs(number) <= longestSeconds)
  return (
    <div className={styles.offset}>
      <TextField
        label="Clock offset of the camera"
        inputMode="decimal"
        autoComplete="off"
        after="s"
        description="Added to the time of each image: 5 for a camera that is 5 s slow."
        error={isWrong ? 'A number of seconds, such as −12.5' : undefined}
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
      <fieldset className={styles.steps} aria-label="Move the images">
        {steps.map(step => (
          <Button
            key={step}
            size="small"
            aria-label={`${Math.abs(step)} s ${step < 0 ? 'earlier' : 'later'}`}
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
