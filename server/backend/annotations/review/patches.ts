import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { annotationCodes } from '../../../../shared/error-codes/annotations.ts'
import type { Rectangle } from '../../../../shared/geometry/outline.ts'
import { patchLook } from '../../../../shared/geometry/patch-look.ts'
import { patchRegion } from '../../../../shared/geometry/patch-region.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { newId } from '../../../lib/ids.ts'
import type { PicturePool } from '../../media/picture-pools.ts'
import type { Blobs } from '../../storage/blobs.ts'
import { blobOf, type PatchImage, type Source, sourceFor } from './patch-source.ts'

export const NoPatch = codedError(annotationCodes.NO_PATCH)

interface Wanted {
  region: Rectangle
  source: Source
  resolve(patch: Buffer): void
  reject(error: unknown): void
}

/**
 * Makes crops around annotations and caches them as files in a folder that may be deleted at any time. File names depend only on the image
 * content, the shape and `patchLook`. Edits to other fields therefore do not invalidate a crop. Crops of one image that are requested
 * together share a single decoding of the image.
 */
export function patchMaker({ folder, blobs, pool }: { folder: string; blobs: Blobs; pool: PicturePool }) {
  const waiting = new Map<string, Wanted[]>()

  const pathOf = (image: PatchImage, shape: string | null) => {
    const name = createHash('sha256')
      .update(`${patchLook} ${image.sha256} ${shape ?? ''}`)
      .digest('hex')
    return join(folder, name.slice(0, 2), name.slice(2, 4), `${name}.webp`)
  }

  function render(image: PatchImage, region: Rectangle): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const source = sourceFor(image, region)
      const key = `${image.sha256} ${source.kind}`
      const others = waiting.get(key)
      const wanted = { region, source, resolve, reject }
      if (others) return void others.push(wanted)
      const together = [wanted]
      waiting.set(key, together)
      makeAll(key, image, together).catch(error => {
        for (const { reject } of together) reject(error)
      })
    })
  }

  async function makeAll(key: string, image: PatchImage, together: Wanted[]): Promise<void> {
    await pool.take(key, async run => {
      waiting.delete(key) // later requests wait for the next turn
      for (const { region, source, resolve, reject } of together) {
        const path = await blobs.localPath(blobOf(image, source))
        await run('patch', { path, image, source, region }).then(resolve, reject)
      }
    })
  }

  return {
    /**
     * Returns the crop of an annotation, and makes it if it is not cached.
     * @param shape JSON of a Shape, or null for the whole image
     * @throws NoPatch if the shape lies outside the image or the image cannot be read
     */
    async get(image: PatchImage, shape: string | null): Promise<Buffer> {
      const path = pathOf(image, shape)
      const made = await readFile(path).catch(() => null)
      if (made) return made
      const region = patchRegion(shape === null ? null : (JSON.parse(shape) as Shape), image.width, image.height)
      if (!region) throw new NoPatch('the annotation lies outside its image')
      const patch = await render(image, region).catch(cause => {
        throw Object.assign(new NoPatch('the image cannot be read'), { cause })
      })
      await keep(path, patch)
      return patch
    },

    async has(image: PatchImage, shape: string | null): Promise<boolean> {
      return (await stat(pathOf(image, shape)).catch(() => null)) !== null
    }
  }
}

/** Stores a crop. If this fails, for example because the disk is full, the next request makes it again. */
async function keep(path: string, patch: Buffer): Promise<void> {
  const unfinished = `${path}.${newId()}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(unfinished, patch, { mode: 0o600 })
    await rename(unfinished, path)
  } catch {
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

/**
 * Deletes crops made before a time. They are made again on request.
 * @param beforeMs milliseconds since 1970
 * @returns number of deleted crops
 */
export async function forgetPatches(folder: string, beforeMs: number): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let count = 0
  for (const file of files) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    const facts = await stat(path).catch(() => null)
    if (!facts || facts.mtimeMs >= beforeMs) continue
    await rm(path, { force: true })
    count += 1
  }
  return count
}
