import { builtAreas, type ProductArea, plannedAreas } from '../../areas/areas.ts'
import styles from './progress.module.css'
import { Section } from './section.tsx'

/** Built and planned areas in the style of a chart legend: a solid line is surveyed, a broken line is not. */
export function Progress() {
  return (
    <Section
      id="progress"
      title="Working today, and planned"
      lede="A chart that hides its gaps is dangerous. This list is part of the source, and a test compares it with the app."
    >
      <div className={styles.columns}>
        <Column title="Works today" kind="surveyed" entries={builtAreas} />
        <Column title="Planned" kind="unsurveyed" entries={plannedAreas} />
      </div>
    </Section>
  )
}

function Column({ title, kind, entries }: { title: string; kind: string; entries: readonly ProductArea[] }) {
  return (
    <div className={styles.column} data-kind={kind}>
      <h3>{title}</h3>
      <dl>
        {entries.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
