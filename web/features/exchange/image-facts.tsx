import type { ImportPreview } from '../../../shared/contracts/exchange.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { formatNumber } from '../../ui/format.ts'
import styles from './exchange.module.css'
import { importTexts as texts } from './texts.ts'

const { facts: words } = texts

type Facts = NonNullable<ImportPreview['facts']>

const counts = ['timeCount', 'clockCount', 'positionCount', 'depthCount', 'altitudeCount', 'headingCount', 'areaCount'] as const

interface ImageFactsProps {
  facts: Facts
  readOnly: boolean
  onChange: (fill: boolean) => void
}

/** Section on metadata that the file has and images lack, with a checkbox to fill it in. */
export function ImageFacts({ facts, readOnly, onChange }: ImageFactsProps) {
  const kinds = counts.filter(count => (facts[count] ?? 0) > 0)
  const alike = kinds.every(count => facts[count] === facts.imageCount)
  const list = new Intl.ListFormat('en-GB')
  const kindList = list.format(
    kinds.map(count => (alike ? words.names[count] : `${words.names[count]} (${formatNumber(facts[count] ?? 0, 0)})`))
  )
  return (
    <section className={styles.part} aria-label={words.title}>
      <h3>{words.title}</h3>
      <Checkbox
        label={words.fill}
        description={words.about(facts.imageCount, kindList)}
        checked={facts.fill}
        disabled={readOnly}
        onChange={event => onChange(event.target.checked)}
      />
    </section>
  )
}
