import styles from './people.module.css'
import { Section } from './section.tsx'

const people = [
  {
    who: 'The researcher',
    works: 'in the browser',
    text: 'Drops a dive’s pictures into a project, attaches the navigation table, and reads which rows found no frame before the ship has turned. Every frame keeps its original file and its checksum.'
  },
  {
    who: 'The operator',
    works: 'on the server',
    text: 'Starts one container and tails one log. Backs up while people work, restores with one command, verifies the audit log, and finds each setting in one table. No telemetry, nothing fetched from elsewhere.'
  },
  {
    who: 'The data manager',
    works: 'towards the archive',
    text: 'Wants field names that mean something in ten years. Depths, positions and times carry Darwin Core’s terms from the first upload, so that publishing will be an export and not an excavation.'
  }
]

export function People() {
  return (
    <Section id="people" title="Three people it answers to">
      <ul className={styles.people}>
        {people.map(({ who, works, text }) => (
          <li key={who}>
            <h3>
              {who} <span>{works}</span>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
