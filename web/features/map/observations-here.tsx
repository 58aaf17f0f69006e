import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { formatDepth } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './map.module.css'
import { type Around, observationsIn } from './queries.ts'
import { texts } from './texts.ts'
import { boxAround } from './view-box.ts'

const { selection: words } = texts

/** Maximum number of observations shown for a place. */
const shownObservations = 12

interface ObservationsHereProps {
  projectId: string
  around: Around
  filter: string
}

export const observationPath = (projectId: string, observationId: string) =>
  projectPath(projectId, `map/observations?observation=${observationId}`)

/** Observations around a place, each with a link to its page. Renders nothing when there are none. */
export function ObservationsHere({ projectId, around, filter }: ObservationsHereProps) {
  const found = useQuery({ ...observationsIn({ projectId, box: boxAround(around), filter }), placeholderData: undefined }) // the earlier answer is about another place
  return (
    <Loaded query={found} failed={words.observationsFailed} skeleton={<SkeletonRows rows={2} height="2rem" />}>
      {({ items, inViewCount }) =>
        items.length > 0 && (
          <section className={styles.observations} aria-label={words.observations}>
            <h3>{words.observations}</h3>
            <ul>
              {items.slice(0, shownObservations).map(({ observationId, name, eventDate, depthInMeters, generalised }) => (
                <li key={observationId}>
                  <Link to={observationPath(projectId, observationId)}>{name}</Link>
                  <span className={styles.imageFacts}>
                    {[eventDate, depthInMeters !== null && formatDepth(depthInMeters), generalised?.dataGeneralizations]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
            {inViewCount > shownObservations && <p className={styles.note}>{words.more(inViewCount - shownObservations)}</p>}
          </section>
        )
      }
    </Loaded>
  )
}
