import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../../lib/ids.ts'

export interface KeptTile {
  body: Buffer
  /** Milliseconds since 1970 until which the tile is fresh. */
  expiresAt: number
}

export interface TileCache {
  read(layerId: string, name: string): Promise<KeptTile | null>
  write(layerId: string, name: string, tile: KeptTile): Promise<void>
  /** Removes all tiles of a layer. */
  forget(layerId: string): Promise<void>
}

/** Time in milliseconds for which a use is not noted again. */
const useMs = 60 * 60_000
const headBytes = 8

/**
 * Keeps tiles as files in a folder that may be deleted at any time. The first 8 bytes of a file are its expiry, and its modification time is its
 * last use. After each tenth of the limit that is written, the tiles used least recently go until eight tenths are left.
 */
export function tileFiles(folder: string, mostBytes: number): TileCache {
  let written = Number.POSITIVE_INFINITY // the files of earlier processes are not counted yet
  let sweeping: Promise<void> | null = null
  const pathOf = (layerId: string, name: string) => join(folder, layerId, name.slice(0, 2), name)

  async function sweep(): Promise<void> {
    written = 0
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const files: { path: string; size: number; usedMs: number }[] = []
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const facts = await stat(path).catch(() => null)
      if (facts) files.push({ path, size: facts.size, usedMs: facts.mtimeMs })
    }
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of files.sort((one, other) => one.usedMs - other.usedMs)) {
      if (total <= mostBytes * 0.8) return
      await rm(path, { force: true }).catch(() => {})
      total -= size
    }
  }

  return {
    async read(layerId, name) {
      const path = pathOf(layerId, name)
      const file = await readFile(path).catch(() => null)
      if (!file || file.length <= headBytes) return null
      const facts = await stat(path).catch(() => null)
      if (facts && facts.mtimeMs < Date.now() - useMs) await utimes(path, new Date(), new Date()).catch(() => {})
      return { body: file.subarray(headBytes), expiresAt: Number(file.readBigUInt64BE()) }
    },

    /** Stores a tile. If this fails, for example because the disk is full, the next request fetches it again. */
    async write(layerId, name, { body, expiresAt }) {
      const path = pathOf(layerId, name)
      const head = Buffer.alloc(headBytes)
      head.writeBigUInt64BE(BigInt(Math.round(expiresAt)))
      const unfinished = `${path}.${newId()}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(unfinished, Buffer.concat([head, body]), { mode: 0o600 })
        await rename(unfinished, path)
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
      }
      written += headBytes + body.length
      if (written < mostBytes / 10 && !sweeping) return
      sweeping ??= sweep().finally(() => {
        sweeping = null
      })
      await sweeping
    },

    forget: layerId => rm(join(folder, layerId), { recursive: true, force: true })
  }
}

/** Keeps tiles in the memory of this process. The ones used least recently go first. */
export function tilesInMemory(mostBytes: number): TileCache {
  const tiles = new Map<string, KeptTile>()
  let total = 0
  const remove = (key: string) => {
    total -= tiles.get(key)?.body.length ?? 0
    tiles.delete(key)
  }
  return {
    async read(layerId, name) {
      const key = `${layerId}/${name}`
      const tile = tiles.get(key)
      if (!tile) return null
      tiles.delete(key)
      tiles.set(key, tile) // newest last
      return tile
    },
    async write(layerId, name, tile) {
      const key = `${layerId}/${name}`
      remove(key)
      tiles.set(key, tile)
      total += tile.body.length
      for (const oldest of tiles.keys()) {
        if (total <= mostBytes) return
        remove(oldest)
      }
    },
    async forget(layerId) {
      for (const key of [...tiles.keys()]) if (key.startsWith(`${layerId}/`)) remove(key)
    }
  }
}
