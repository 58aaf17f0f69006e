import styles from './people.module.css'
import { Section } from './section.tsx'

const people = [
  {
    name: 'The researcher',
    place: 'in the browser',
    text: 'Uploads the images of a dive, takes their positions from the navigation, and annotates the first animals before the ship has turned. Without a network, the annotations wait in the browser.'
  },
  {
    name: 'The operator',
    place: 'on the server',
    text: 'Runs one container with one log. Backs up while people work, restores with one command, and verifies the audit log. There is no telemetry. Isobath contacts other servers only for lookups and jobs that people start, and for map layers that an administrator adds.'
  },
  {
    name: 'The data manager',
    place: 'before publication',
    text: 'Gets Darwin Core terms for depth, position and time from the first upload. A list shows every gap that OBIS and GBIF would reject. Publishing is then an export, not an excavation.'
  }
]

export function People() {
  return (
    <Section id="people" title="Three people it is made for">
      <ul className={styles.people}>
        {people.map(({ name, place, text }) => (
          <li key={name}>
            <h3>
              {name} <span>{place}</span>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
