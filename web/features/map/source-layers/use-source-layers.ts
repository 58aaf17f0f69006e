import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { MapLayer } from '../../../../shared/contracts/map-layers.ts'
import type { MapProjection } from '../../../../shared/geometry/map-projections.ts'
import type { MapAddress } from '../map-address.ts'
import { mapLayers } from '../queries.ts'
import type { MapChange } from '../use-map-address.ts'
import { isReadable, layersOn, toggled } from './layers-on.ts'
import type { TileFailures } from './tile-painter.ts'

const none: readonly MapLayer[] = []

interface SourceLayersView {
  address: MapAddress
  projection: MapProjection
  change: (change: MapChange) => void
}

/** Keeps the state of layers from other servers and archives: the visible layers and their failed tiles. */
export function useSourceLayers({ address: { tiles }, projection, change }: SourceLayersView) {
  const { data: layers = none, refetch } = useQuery(mapLayers())
  const [failures, setFailures] = useState<TileFailures>({})
  /** Number of times that the person has retried failed tiles. */
  const [tries, setTries] = useState(0)
  const on = useMemo(() => layersOn(layers, tiles), [layers, tiles])
  const drawn = useMemo(() => on.filter(layer => layer.projection === projection && isReadable(layer)), [on, projection])
  return {
    layers,
    on,
    drawn,
    failures,
    setFailures,
    tries,
    retry: () => {
      setTries(count => count + 1)
      void refetch() // a missing archive may have returned
    },
    toggle: (layerId: string) => change(now => ({ tiles: toggled(layers, now.tiles, layerId) })),
    attributions: drawn.map(({ attribution }) => attribution)
  }
}

export type SourceLayersState = ReturnType<typeof useSourceLayers>
