import { Link } from 'react-router-dom'
import { ChartPlate } from '../../../charts/chart-plate.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import styles from './hero.module.css'

export function Hero() {
  return (
    <div className={styles.hero}>
      <div className={styles.text}>
        <h1>The open lab for pictures from the sea</h1>
        <p className={styles.lede}>
          Isobath keeps a marine team’s underwater images with their depth, time and place. Its people mark, name, count and publish the
          life in them, on one machine of your own, ashore or at sea.
        </p>
        <p className={styles.next}>Try the marking here, on a drawn frame.</p>
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
        <ChartPlate className={styles.chart} />
        <p className={styles.credit}>A sea that does not exist, drawn by Isobath. Depths in metres.</p>
      </div>
    </div>
  )
}
