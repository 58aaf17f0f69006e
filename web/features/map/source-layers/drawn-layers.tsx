import { useEffect, useState } from 'react'
import type { Chart } from '../chart/chart.ts'
import { Attributions } from './attributions.tsx'
import { tilePainter } from './tile-painter.ts'
import type { SourceLayersState } from './use-source-layers.ts'

type DrawnLayersProps = Pick<SourceLayersState, 'drawn' | 'setFailures' | 'tries'> & { chart: Chart }

/** Draws the visible layers of other servers and archives on a chart, and shows their attributions. */
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

  return drawn.length === 0 ? null : <Attributions layers={drawn} />
}
