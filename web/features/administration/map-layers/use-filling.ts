import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { MapLayerValues } from '../../../../shared/contracts/map-layers.ts'
import { extentText, type LayerForm } from './layer-draft.ts'

type Filled = Pick<LayerForm, 'name' | 'minZoom' | 'maxZoom' | 'extent' | 'attribution' | 'attributionUrl'>

const filledBy = ({ name, minZoom, maxZoom, bounds, attribution, attributionUrl }: MapLayerValues): Filled => ({
  ...{ name, minZoom: String(minZoom), maxZoom: String(maxZoom), extent: extentText(bounds) },
  ...{ attribution: attribution ?? '', attributionUrl: attributionUrl ?? '' }
})

/** Returns a function that fills in the zoom levels and the extent, and text fields that nobody has edited. */
export function useFilling(form: UseFormReturn<LayerForm>): (values: MapLayerValues) => void {
  const filled = useRef<Filled | null>(null)
  return values => {
    const next = filledBy(values)
    const set = (name: keyof Filled) => form.setValue(name, next[name], { shouldDirty: true, shouldValidate: next[name] !== '' })
    for (const name of ['minZoom', 'maxZoom', 'extent'] as const) set(name)
    for (const name of ['name', 'attribution', 'attributionUrl'] as const)
      if (form.getValues(name) === (filled.current?.[name] ?? '')) set(name)
    filled.current = next
  }
}
