import { useId } from 'react'
import styles from './exchange.module.css'
import { formatWords } from './formats.ts'

interface FormatCardsProps<Format extends keyof typeof formatWords> {
  legend: string
  formats: readonly Format[]
  value: Format
  onChange: (format: Format) => void
}

/** One format of several, each with what it holds and what it loses. */
export function FormatCards<Format extends keyof typeof formatWords>({ legend, formats, value, onChange }: FormatCardsProps<Format>) {
  const name = useId()
  return (
    <fieldset className={styles.cards}>
      <legend>{legend}</legend>
      {formats.map(format => {
        const words = formatWords[format]
        const id = `${name}-${format}`
        return (
          <label key={format} className={styles.card} htmlFor={id}>
            <input
              id={id}
              type="radio"
              name={name}
              value={format}
              checked={format === value}
              aria-label={words.name}
              aria-describedby={`${id}-about`}
              onChange={() => onChange(format)}
            />
            <span className={styles.cardName}>{words.name}</span>
            <span className={styles.cardAbout} id={`${id}-about`}>
              <span>{words.holds}</span>
              <span className={styles.cardLoses}>Loses: {words.loses}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
