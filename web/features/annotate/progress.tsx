import type { Progress as ProgressOfProject } from '../../../shared/contracts/annotations.ts'
import { workWords } from '../../annotation/work-words.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { formatLocalTime } from '../../ui/local-time.ts'
import styles from './progress.module.css'
import * as texts from './texts.ts'

const states = ['reviewed', 'done', 'inWork', 'notSeen'] as const
const statesOfPeople = ['inWork', 'done', 'reviewed'] as const

/** Progress of a project: a bar of images by work state, and a table of images by person. */
export function Progress({ progress: { images, people, blindUntil } }: { progress: ProgressOfProject }) {
  const total = states.reduce((sum, state) => sum + images[state], 0)
  const finished = images.done + images.reviewed
  return (
    <div className={styles.progress}>
      <p className={styles.sentence}>
        <strong>{formatNumber(finished)}</strong>
        {texts.progress.of(formatCount(total, 'image'))}
      </p>
      <div className={styles.bar} aria-hidden>
        {states.map(state => images[state] > 0 && <span key={state} data-state={state} style={{ flexGrow: images[state] }} />)}
      </div>
      <dl className={styles.key}>
        {states.map(state => (
          <div key={state}>
            <dt data-state={state}>{workWords[state]}</dt>
            <dd>{formatNumber(images[state])}</dd>
          </div>
        ))}
      </dl>
      {blindUntil && <p className={styles.blind}>{texts.progress.blind(formatLocalTime(blindUntil))}</p>}
      {people.length > 0 && (
        <table className={styles.people}>
          <caption>{texts.progress.people}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.progress.person}</th>
              {statesOfPeople.map(state => (
                <th key={state} scope="col">
                  {workWords[state]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(person => (
              <tr key={person.accountId}>
                <th scope="row">{person.name}</th>
                {statesOfPeople.map(state => (
                  <td key={state} data-none={person[state] === 0 || undefined}>
                    {formatNumber(person[state])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
