import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { LinkButton } from '../../../ui/button.tsx'
import { useTakenOver } from '../../../ui/use-taken-over.ts'
import styles from './hero.module.css'

// decoration only, and larger than the rest of the page: it loads after the text
const ChartPlate = lazy(async () => ({ default: (await import('../../../charts/chart-plate.tsx')).ChartPlate }))

export function Hero() {
  const takenOver = useTakenOver()
  return (
    <div className={styles.hero}>
      <div className={styles.text}>
        <h1>The open lab for underwater images</h1>
        <p className={styles.lede}>
          Upload the photographs of a survey with their depth, time and position. Annotate and review them as a team, count what lives
          there, and publish to OBIS and GBIF. All on your own machine, ashore or at sea.
        </p>
        <p className={styles.actions}>
          <LinkButton to="/demo" variant="primary" size="large">
            Try the sample
          </LinkButton>
          <LinkButton to="/signup" size="large">
            Create an account
          </LinkButton>
          <Link to="/features#install">Install your own</Link>
        </p>
      </div>
      <div className={styles.plate}>
        <Suspense fallback={null}>{takenOver && <ChartPlate className={styles.chart} />}</Suspense>
        <p className={styles.credit}>An invented sea, drawn by Isobath. Depths in metres.</p>
      </div>
    </div>
  )
}
