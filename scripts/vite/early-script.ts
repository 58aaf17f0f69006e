import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Adds the hash of the content to the name of a script that runs before the first paint. Browsers then keep the script, so that no repeat visit
 * waits for the server to confirm it.
 * @param file path of the script
 * @param address address of the script in `index.html`
 */
export function earlyScript(file: string, address: string): Plugin {
  const source = readFileSync(file)
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 7)
  const fileName = `assets/${basename(file, '.js')}-${hash}.js`
  return {
    name: 'isobath:early-script',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes(`src="${address}"`)) throw new Error(`index.html does not load ${address}`)
        return html.replace(`src="${address}"`, `src="/${fileName}"`)
      }
    }
  }
}
