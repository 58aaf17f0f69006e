import { useId } from 'react'
import type { ExportFormat } from '../../../shared/contracts/exchange.ts'
import styles from './exchange.module.css'
import { formatTexts, exportTexts as texts } from './texts.ts'

interface FormatCardsProps<Format extends ExportFormat> {
  legend: string
  formats: readonly Format[]
  value: Format
  onChange: (format: Format) => void
}

/** Radio cards to choose a format. Each lists the content of the format and the data that it loses. */
export function FormatCards<Format extends ExportFormat>({ legend, formats, value, onChange }: FormatCardsProps<Format>) {
  const name = useId()
  return (
    <fieldset className={styles.cards}>
      <legend>{legend}</legend>
      {formats.map(format => {
        const words = formatTexts[format]
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
              <span className={styles.cardLoses}>{texts.newExport.loses(words.loses)}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
