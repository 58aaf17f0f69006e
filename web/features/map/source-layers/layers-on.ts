import type { MapLayer } from '../../../../shared/contracts/map-layers.ts'

/** Returns whether the tiles of a layer are readable, according to the last check by the server. */
export const isReadable = ({ state }: MapLayer): boolean => state === 'ready' || state === 'replaced'

/** Returns the visible layers: those in the URL or, without a choice there, those that the administrator turned on. */
export const layersOn = (layers: readonly MapLayer[], chosen: readonly string[] | null): MapLayer[] =>
  layers.filter(({ id, isOn }) => (chosen ? chosen.includes(id) : isOn))

/** Returns the ids of the visible layers after one of them was toggled. */
export function toggled(layers: readonly MapLayer[], chosen: readonly string[] | null, layerId: string): string[] {
  const on = layersOn(layers, chosen).map(({ id }) => id)
  return on.includes(layerId) ? on.filter(id => id !== layerId) : [...on, layerId]
}
