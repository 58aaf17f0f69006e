import type { ImportPreview } from '../../../shared/contracts/exchange.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import styles from './exchange.module.css'

type Facts = NonNullable<ImportPreview['facts']>

const names: [count: keyof Facts & `${string}Count`, name: string][] = [
  ['timeCount', 'a time'],
  ['clockCount', 'a time without a time zone'],
  ['positionCount', 'a position'],
  ['depthCount', 'a depth'],
  ['altitudeCount', 'a height above the sea floor'],
  ['headingCount', 'a heading'],
  ['areaCount', 'an area']
]

interface ImageFactsProps {
  facts: Facts
  readOnly: boolean
  onChange: (fill: boolean) => void
}

/** What the file says of images that lack it, and whether they get it. */
export function ImageFacts({ facts, readOnly, onChange }: ImageFactsProps) {
  const kinds = names.filter(([count]) => (facts[count] ?? 0) > 0)
  const alike = kinds.every(([count]) => facts[count] === facts.imageCount)
  const list = new Intl.ListFormat('en-GB')
  const what = list.format(kinds.map(([count, name]) => (alike ? name : `${name} (${formatNumber(facts[count] ?? 0, 0)})`)))
  const verb = facts.fill ? (facts.imageCount === 1 ? 'gets' : 'get') : 'would get'
  return (
    <section className={styles.part} aria-label="Facts of the images">
      <h3>Facts of the images</h3>
      <Checkbox
        label="Fill in facts of images that they lack"
        description={`${formatCount(facts.imageCount, 'image')} ${verb} ${what}. What images have already stays.`}
        checked={facts.fill}
        disabled={readOnly}
        onChange={event => onChange(event.target.checked)}
      />
    </section>
  )
}
