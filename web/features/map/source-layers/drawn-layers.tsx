import { useEffect, useState } from 'react'
import type { Chart } from '../chart/chart.ts'
import styles from './source-layers.module.css'
import { texts } from './texts.ts'
import { tilePainter } from './tile-painter.ts'
import type { SourceLayersState } from './use-source-layers.ts'

type DrawnLayersProps = Pick<SourceLayersState, 'drawn' | 'setFailures' | 'tries'> & { chart: Chart }

/** Draws layers from other servers on a chart, and shows their attributions. */
export function DrawnLayers({ chart, drawn, setFailures, tries }: DrawnLayersProps) {
  const [painter, setPainter] = useState<ReturnType<typeof tilePainter> | null>(null)

  useEffect(() => {
    const opened = tilePainter({ onChange: () => chart.setTiles(opened), onFailures: setFailures })
    setPainter(opened)
    return () => {
      chart.setTiles(null)
      opened.close()
      setFailures({})
    }
  }, [chart, setFailures])
  useEffect(() => painter?.setLayers(drawn), [painter, drawn])
  useEffect(() => {
    if (tries > 0) painter?.retryFailed()
  }, [painter, tries])

  if (drawn.length === 0) return null
  return (
    <ul className={styles.attributions} aria-label={texts.sources}>
      {drawn.map(({ id, attribution, attributionUrl }) => (
        <li key={id}>
          {attributionUrl ? (
            <a href={attributionUrl} target="_blank" rel="noopener noreferrer">
              {attribution}
            </a>
          ) : (
            attribution
          )}
        </li>
      ))}
    </ul>
  )
}
