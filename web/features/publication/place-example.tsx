import type { Grid } from '../../../shared/contracts/generalisations.ts'
import { generalizationWords, gridPosition, gridUncertainty, withheldWords } from '../../../shared/geometry/place-grid.ts'
import { formatNumber, formatPosition } from '../../ui/format.ts'
import { Facts } from '../../ui/section.tsx'
import styles from './publication.module.css'

const example = { decimalLatitude: 36.71846, decimalLongitude: -122.18573 }

function metersWords(meters: number): string {
  return meters < 1000 ? `± ${formatNumber(meters, 0)} m` : `± ${formatNumber(meters / 1000, 1)} km`
}

/** How one position goes out under a rule. */
export function PlaceExample({ grid }: { grid: Grid }) {
  const given = gridPosition(example, grid)
  const shown =
    given && grid !== 'hidden'
      ? `${formatPosition(given.decimalLatitude, given.decimalLongitude, 3)} ${metersWords(gridUncertainty(given.decimalLatitude, grid))}`
      : 'No position'
  return (
    <div className={styles.example} aria-live="polite">
      <Facts
        className={styles.facts}
        facts={[
          {
            name: 'Exact',
            value: <span className={styles.corners}>{formatPosition(example.decimalLatitude, example.decimalLongitude, 5)}</span>
          },
          { name: 'Given', value: <span className={styles.corners}>{shown}</span> },
          { name: 'Remark', value: generalizationWords(grid) ?? withheldWords(grid) }
        ]}
      />
    </div>
  )
}
