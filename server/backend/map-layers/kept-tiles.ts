import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freeBytes, reservedBytes } from '../../lib/free-space.ts'
import { newId } from '../../lib/ids.ts'
import type { Validators } from './validators.ts'

export interface KeptTile {
  body: Buffer
  /** Milliseconds since 1970 until which the tile is fresh. */
  expiresAt: number
  validators?: Validators
}

export interface TileCache {
  read(layerId: string, name: string): Promise<KeptTile | null>
  write(layerId: string, name: string, tile: KeptTile): Promise<void>
  /** Removes all tiles of a layer. */
  forget(layerId: string): Promise<void>
}

/** Tiles in files. */
export interface TileFiles extends TileCache {
  /** Resolves when no sweep and no removal is under way. */
  settled(): Promise<void>
}

/** Minimum interval in milliseconds between two updates of a tile's last use. */
const useMs = 60 * 60_000
const headBytes = 8
/** Maximum number of tiles, which bounds the duration of a sweep. With a limit of 2 GB, each tile counts as at least 10 kB. */
const mostTiles = 200_000

/**
 * Keeps tiles as files in a folder that may be deleted at any time. A file begins with the length of its validators (2 bytes) and the expiry of the
 * tile (6 bytes). The validators and the picture follow. The modification time of a file is the last use of its tile. After each tenth of the limit
 * is written, the least recently used tiles are removed until eight tenths are left. No request waits for this removal.
 * @param mostBytes limit of the space that the files occupy on the disk, in bytes
 */
export function tileFiles(folder: string, mostBytes: number): TileFiles {
  let written = Number.POSITIVE_INFINITY // the files of earlier processes are not counted yet
  let sweeping: Promise<void> | null = null
  const removals = new Set<Promise<void>>()
  const pathOf = (layerId: string, name: string) => join(folder, layerId, name.slice(0, 2), name)

  return {
    async read(layerId, name) {
      const path = pathOf(layerId, name)
      const file = await readFile(path).catch(() => null)
      const kept = file && tileIn(file)
      if (!kept) return null
      const facts = await stat(path).catch(() => null)
      if (facts && facts.mtimeMs < Date.now() - useMs) await utimes(path, new Date(), new Date()).catch(() => {})
      return kept
    },

    /** Stores a tile. If this fails, for example because the disk is nearly full, the next request fetches it again. */
    async write(layerId, name, tile) {
      const path = pathOf(layerId, name)
      const file = fileOf(tile)
      const unfinished = `${path}.${newId()}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        if ((await freeBytes(folder)) < reservedBytes) return
        await writeFile(unfinished, file, { mode: 0o600 })
        await rename(unfinished, path)
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
        return
      }
      written += spaceOf(Math.ceil(file.length / clusterBytes) * clusterBytes, mostBytes)
      if (written < mostBytes / 10) return
      written = 0
      sweeping ??= sweep(folder, mostBytes).finally(() => {
        sweeping = null
      })
    },

    /** Removes the tiles of a layer. The files themselves are deleted later. */
    async forget(layerId) {
      const away = join(folder, `${layerId}.${newId()}`)
      const moved = await rename(join(folder, layerId), away).then(
        () => true,
        () => false // no tile was kept
      )
      if (!moved) return
      const removal = rm(away, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}) // a sweep removes what is left
      removals.add(removal)
      void removal.finally(() => removals.delete(removal))
    },

    async settled() {
      await Promise.all([sweeping, ...removals])
    }
  }
}

/** Tile in a file; null for a damaged file. A file of an earlier version begins with two zeros, and has no validators. */
function tileIn(file: Buffer): KeptTile | null {
  if (file.length <= headBytes) return null
  const start = headBytes + file.readUInt16BE()
  const tile = { body: file.subarray(start), expiresAt: file.readUIntBE(2, 6) }
  return start > headBytes ? { ...tile, validators: validatorsIn(file.toString('utf8', headBytes, start)) } : tile
}

function validatorsIn(text: string): Validators {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function fileOf({ body, expiresAt, validators = {} }: KeptTile): Buffer {
  const text = Buffer.from(Object.keys(validators).length > 0 ? JSON.stringify(validators) : '')
  const head = Buffer.alloc(headBytes)
  head.writeUInt16BE(text.length)
  head.writeUIntBE(Math.round(expiresAt), 2, 6)
  return Buffer.concat([head, text, body])
}

/** Block size of `stat` in bytes, as in POSIX, and the usual size of the blocks that a file system allocates. */
const [blockBytes, clusterBytes] = [512, 4096]

/** Space in bytes that a tile counts for: its space on the disk, or its share of the limit if larger. */
const spaceOf = (occupied: number, mostBytes: number) => Math.max(mostBytes / mostTiles, occupied)

/** Removes the least recently used tiles until the others take eight tenths of the limit. */
async function sweep(folder: string, mostBytes: number): Promise<void> {
  const files: { path: string; space: number; usedMs: number }[] = []
  for await (const path of filesBelow(folder)) {
    const facts = await stat(path).catch(() => null)
    if (facts) files.push({ path, space: spaceOf(facts.blocks * blockBytes, mostBytes), usedMs: facts.mtimeMs })
  }
  let total = files.reduce((sum, { space }) => sum + space, 0)
  for (const { path, space } of files.sort((one, other) => one.usedMs - other.usedMs)) {
    if (total <= mostBytes * 0.8) return
    await rm(path, { force: true }).catch(() => {})
    total -= space
  }
}

/** Paths of the files below a folder, read folder by folder. A folder that vanishes has none. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Keeps tiles in the memory of this process. The least recently used tiles are dropped first. */
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
