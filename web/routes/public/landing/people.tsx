import styles from './people.module.css'
import { Section } from './section.tsx'

const people = [
  {
    who: 'The researcher',
    works: 'in the browser',
    text: 'Drops a dive’s pictures into a project, gives them their places from the navigation, and marks the first animals before the ship has turned. Without a network the marks wait in the browser.'
  },
  {
    who: 'The operator',
    works: 'on the server',
    text: 'Starts one container and tails one log. Backs up while people work, restores with one command, verifies the audit log, and finds each setting in one table. No telemetry; nothing is fetched from elsewhere but names from WoRMS, when someone asks for them.'
  },
  {
    who: 'The data manager',
    works: 'towards the archive',
    text: 'Wants field names that mean something in ten years. Depths, positions and times carry Darwin Core’s terms from the first upload. A list says what OBIS and GBIF would miss, so that publishing is an export and not an excavation.'
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
