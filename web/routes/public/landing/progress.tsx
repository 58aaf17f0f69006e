import { type Area, areas } from '../../areas/areas.ts'
import styles from './progress.module.css'
import { Section } from './section.tsx'

/** What works and what does not yet, drawn as a chart's legend: full line surveyed, broken line not. */
export function Progress() {
  return (
    <Section
      id="progress"
      title="Surveyed, and not yet surveyed"
      lede="A chart that hides its gaps is dangerous. Here is what you can rely on today, and what has its place in the building but no floor yet."
    >
      <div className={styles.columns}>
        <Column title="Works today" kind="surveyed" entries={areas.filter(({ works }) => works)} />
        <Column title="Comes next" kind="unsurveyed" entries={areas.filter(({ works }) => !works)} />
      </div>
    </Section>
  )
}

function Column({ title, kind, entries }: { title: string; kind: string; entries: readonly Area[] }) {
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
