import address10 from 'virtual:coast-10m'
import address50 from 'virtual:coast-50m'
import address110 from 'virtual:coast-110m'
import { type CoastBlock, readCoast } from './coast-file.ts'

export type CoastLevel = '110m' | '50m' | '10m'

const addresses: Record<CoastLevel, string> = { '110m': address110, '50m': address50, '10m': address10 }

/** Returns the level of detail of the coastline for a zoom. */
export const levelFor = (zoom: number): CoastLevel => {
  if (zoom < 3) return '110m'
  return zoom < 6 ? '50m' : '10m'
}

const coarser: readonly CoastLevel[] = ['10m', '50m', '110m']

/** Creates a cache for the levels of the coastline, each of which is fetched on first use. `arrived` is called after each download. */
export function coastLevels(arrived: () => void) {
  const here = new Map<CoastLevel, readonly CoastBlock[]>()
  const requested = new Set<CoastLevel>()

  /** Fetches a level once. After a failure, the next movement of the chart triggers a retry. Until then, a coarser level is drawn. */
  async function fetchLevel(level: CoastLevel): Promise<void> {
    if (requested.has(level)) return
    requested.add(level)
    try {
      const response = await fetch(addresses[level])
      if (!response.ok) throw new Error(`The coastline could not be loaded (HTTP ${response.status})`)
      here.set(level, readCoast(new Uint8Array(await response.arrayBuffer())))
      arrived()
    } catch {
      requested.delete(level)
    }
  }

  return {
    fetchLevel,
    /** Returns the requested level, or the finest coarser one that is loaded. */
    best(wanted: CoastLevel): { level: CoastLevel; blocks: readonly CoastBlock[] } | null {
      void fetchLevel(wanted)
      if (wanted === '10m' && !here.has('10m')) void fetchLevel('50m')
      for (const level of coarser.slice(coarser.indexOf(wanted))) {
        const blocks = here.get(level)
        if (blocks) return { level, blocks }
      }
      return null
    }
  }
}

export type CoastLevels = ReturnType<typeof coastLevels>
