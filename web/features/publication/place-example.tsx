import type { Grid } from '../../../shared/contracts/generalisations.ts'
import { generalizationWords, gridPosition, gridUncertainty, withheldWords } from '../../../shared/geometry/place-grid.ts'
import { formatNumber, formatPosition } from '../../ui/format.ts'
import { Facts } from '../../ui/section.tsx'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { rule: words } = texts

const example = { decimalLatitude: 36.71846, decimalLongitude: -122.18573 }

function metersWords(meters: number): string {
  return meters < 1000 ? `± ${formatNumber(meters, 0)} m` : `± ${formatNumber(meters / 1000, 1)} km`
}

/** An example of a position as published under a rule. */
export function PlaceExample({ grid }: { grid: Grid }) {
  const given = gridPosition(example, grid)
  const shown =
    given && grid !== 'hidden' ? (
      <>
        <span className={styles.position}>{formatPosition(given.decimalLatitude, given.decimalLongitude, 3)}</span>{' '}
        {metersWords(gridUncertainty(given.decimalLatitude, grid))}
      </>
    ) : (
      words.noPosition
    )
  return (
    <div className={styles.example} aria-live="polite">
      <Facts
        className={styles.facts}
        facts={[
          {
            name: words.exact,
            value: <span className={styles.position}>{formatPosition(example.decimalLatitude, example.decimalLongitude, 5)}</span>
          },
          { name: words.published, value: shown },
          { name: words.remark, value: generalizationWords(grid) ?? withheldWords(grid) }
        ]}
      />
    </div>
  )
}
