import type { ProjectOverview } from '../../../shared/contracts/projects.ts'
import { DepthHistogram } from '../../charts/depth-histogram.tsx'
import { saveText } from '../../charts/save.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import styles from './depth-profile.module.css'

type Bands = ProjectOverview['depthCounts']

/** How many media lie at each depth, with the same numbers as a table and as a file. */
export function DepthProfile({ bands, title }: { bands: Bands; title: string }) {
  const count = bands.reduce((sum, band) => sum + band.count, 0)
  if (count === 0)
    return (
      <p className={styles.quiet}>
        No media has a depth yet. Attach a table with the columns <code>filename</code> and <code>depth</code>, or write depths in the
        viewer.
      </p>
    )
  return (
    <figure className={styles.figure}>
      <DepthHistogram label={`Media by depth in metres, ${formatCount(count, 'media item')}`} bands={bands} />
      <figcaption className={styles.caption}>Depth in metres, n = {formatNumber(count)}</figcaption>
      <details className={styles.data}>
        <summary>As a table</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Depth, m</th>
              <th scope="col">Media</th>
            </tr>
          </thead>
          <tbody>
            {bands.map(band => (
              <tr key={band.fromMeters}>
                <th scope="row">
                  {formatNumber(band.fromMeters)} – {formatNumber(band.toMeters)}
                </th>
                <td>{formatNumber(band.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Button size="small" icon={<DownloadIcon aria-hidden />} onClick={() => saveText(`${title} depths.csv`, 'text/csv', csvOf(bands))}>
          Save as CSV
        </Button>
      </details>
    </figure>
  )
}

const csvOf = (bands: Bands): string =>
  `fromMeters,toMeters,count\n${bands.map(({ fromMeters, toMeters, count }) => `${fromMeters},${toMeters},${count}\n`).join('')}`
