import type { MapLayer } from '../../../../shared/contracts/map-layers.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import type { ChartFrame } from '../chart/pixels.ts'
import { isReadable } from './layers-on.ts'
import styles from './source-layers.module.css'
import { texts } from './texts.ts'
import { layerState, tilesInView } from './tiles-in-view.ts'
import type { SourceLayersState } from './use-source-layers.ts'

type LayerRowsProps = Pick<SourceLayersState, 'layers' | 'on' | 'failures' | 'retry' | 'toggle'> & { frame: ChartFrame | null }

/** Rows for the layers from other servers and archives. Each row has a checkbox and the reason why the layer is not drawn. */
export function LayerRows({ layers, on, failures, retry, toggle, frame }: LayerRowsProps) {
  function noteOn(layer: MapLayer): string | null {
    if (layer.state === 'missing' || layer.state === 'unreadable') return texts[layer.state]
    if (!frame || !on.includes(layer)) return null
    const state = layerState(layer, frame)
    if (state !== 'drawn') return texts[state]
    const failed = failures[layer.id]
    if (failed) return texts.failed(failed.count, sentenceOf(failed.error, texts.unknown))
    if (tilesInView(layer, frame).length === 0) return texts.elsewhere
    return layer.state === 'replaced' ? texts.replaced : null
  }
  return (
    <fieldset>
      <legend className={styles.title}>{texts.title}</legend>
      {layers.map(layer => (
        <div key={layer.id} className={styles.row}>
          <Checkbox label={layer.name} description={noteOn(layer)} checked={on.includes(layer)} onChange={() => toggle(layer.id)} />
          {on.includes(layer) && (failures[layer.id] || !isReadable(layer)) && (
            <Button size="small" aria-label={texts.retryOf(layer.name)} onClick={retry}>
              {texts.retry}
            </Button>
          )}
        </div>
      ))}
    </fieldset>
  )
}
