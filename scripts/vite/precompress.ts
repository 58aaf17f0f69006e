import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|json|txt|webmanifest|coast)$/
const smallestBytes = 1024

/** Writes `.br` and `.gz` versions next to the compressible files of the build, so that no request waits for compression. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'isobath:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const files = entries
        .filter(entry => entry.isFile() && compressible.test(entry.name))
        .map(entry => join(entry.parentPath, entry.name))
      await Promise.all(files.map(compress))
    }
  }
}

async function compress(path: string) {
  const content = await readFile(path)
  if (content.length < smallestBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 })
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
