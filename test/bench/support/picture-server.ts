import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { tilePath } from '../../../server/backend/media/tile-pack.ts'
import { cutTiles, largeThumbnail } from '../../../server/backend/media/views.ts'
import { pageOf } from './pages.ts'
import { drawSeaFloor } from './sea-floor.ts'

interface PictureServerOptions {
  /** Folder for generated files. The caller removes it. */
  folder: string
  /** Folder of the scripts: the page `/<name>` loads `/<name>.js`. */
  scripts: string
  width: number
  height: number
}

/**
 * Serves one picture as Isobath does, with tiles and large thumbnail made by the server's own code, and the pages that show it. The pages are
 * isolated from other origins, so that browsers give them a clock of 5 µs.
 */
export async function servePicture({ folder, scripts, width, height }: PictureServerOptions) {
  const source = join(folder, 'picture.jpg')
  await drawSeaFloor(source, width, height)
  await cutTiles(source, folder)
  const thumbnail = await largeThumbnail(source)

  async function answer(path: string): Promise<{ type: string; body: Buffer | string } | null> {
    const [, level, column, row] = /\/tiles\/(\d+)\/(\d+)\/(\d+)$/.exec(path) ?? []
    if (level) return { type: 'image/jpeg', body: await readFile(tilePath(folder, Number(level), Number(column), Number(row))) }
    if (path.endsWith('/thumbnail/large')) return { type: 'image/webp', body: thumbnail }
    if (/^\/(assets\/)?[\w-]+\.js$/.test(path)) return { type: 'text/javascript', body: await readFile(join(scripts, path)) }
    return /^\/[\w-]+$/.test(path) ? { type: 'text/html', body: pageOf(path) } : null
  }

  const server = createServer((request, response) => {
    answer(request.url ?? '')
      .catch(() => null)
      .then(found => {
        response.writeHead(found ? 200 : 404, {
          'content-type': found?.type ?? 'text/plain',
          'cache-control': 'max-age=3600',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp'
        })
        response.end(found?.body)
      })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
