import type { Plugin } from 'vite'
import { packedCoast } from './pack.ts'
import type { CoastLevel } from './recut.ts'

const prefix = 'virtual:coast-'
const levels: readonly CoastLevel[] = ['110m', '50m', '10m']
const isLevel = (name: string): name is CoastLevel => levels.some(level => level === name)

const packed = new Map<CoastLevel, Buffer>()

/** Packs a level of the coast once, for both the draft build and the build itself. */
function coastOf(level: CoastLevel): Buffer {
  const coast = packed.get(level) ?? packedCoast(level)
  packed.set(level, coast)
  return coast
}

/**
 * Plugin for `import address from 'virtual:coast-110m'`. The address is that of a packed coast level, which the build writes as a hashed
 * asset.
 */
export function coastFiles(): Plugin {
  let isBuild = false
  return {
    name: 'isobath:coast-files',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: id => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      const level = id.slice(prefix.length + 1)
      if (!id.startsWith(`\0${prefix}`) || !isLevel(level)) return null
      if (!isBuild) return `export default '/coast/${level}'`
      const file = this.emitFile({ type: 'asset', name: `coast-${level}.coast`, source: coastOf(level) })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
    configureServer({ middlewares }) {
      middlewares.use('/coast/', (request, response, next) => {
        const level = request.url?.slice(1) ?? ''
        if (!isLevel(level)) return next()
        response.setHeader('content-type', 'application/octet-stream')
        response.end(coastOf(level))
      })
    }
  }
}
