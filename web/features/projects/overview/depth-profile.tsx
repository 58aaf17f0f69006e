import type { ProjectOverview } from '../../../../shared/contracts/projects.ts'
import { DepthHistogram } from '../../../charts/depth-histogram.tsx'
import { saveText } from '../../../charts/save.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import styles from './depth-profile.module.css'
import { texts } from './texts.ts'

const { depths: words } = texts

type Bands = ProjectOverview['depthCounts']

/** Histogram of media by depth, with the same numbers as a table and a CSV file. */
export function DepthProfile({ bands, title }: { bands: Bands; title: string }) {
  const count = bands.reduce((sum, band) => sum + band.count, 0)
  if (count === 0) return <p className={styles.quiet}>{words.none(<code>filename</code>, <code>depth</code>)}</p>
  return (
    <figure className={styles.figure}>
      <DepthHistogram label={words.chart(count)} bands={bands} />
      <figcaption className={styles.caption}>{words.caption(count)}</figcaption>
      <details className={styles.data}>
        <summary>{words.asTable}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.depth}</th>
              <th scope="col">{words.images}</th>
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
          {words.save}
        </Button>
      </details>
    </figure>
  )
}

const csvOf = (bands: Bands): string =>
  `fromMeters,toMeters,count\n${bands.map(({ fromMeters, toMeters, count }) => `${fromMeters},${toMeters},${count}\n`).join('')}`
