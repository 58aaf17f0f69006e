import { NotThisFormat } from '../../files/reading.ts'
import { readDarwinCore } from '../formats/darwin-core/read.ts'
import type { Archive, Entries } from '../formats/format.ts'
import { readVoc, type VocPixels } from '../formats/voc/voc.ts'
import type { MediaIndex } from './media-index.ts'

type ArchiveRequest = Pick<Archive, 'entries' | 'media' | 'onProgress'>

/** Returns functions that report progress across files read one after another. */
function progressOver(onProgress: (bytesRead: number) => void) {
  let before = 0
  return {
    ofFile: (bytesRead: number) => onProgress(before + bytesRead),
    next(sizeBytes: number) {
      before += sizeBytes
    }
  }
}

/** Reads one file per image. An unreadable file becomes a finding, and the others are imported. */
export async function* readVocArchive({ entries, media, onProgress }: ArchiveRequest, countedFrom: VocPixels | undefined): Entries {
  const files = entries.filter(({ name }) => /\.xml$/i.test(name))
  if (files.length === 0) throw new NotThisFormat('The archive has no XML file')
  const progress = progressOver(onProgress)
  for (const file of files) {
    const options = {
      sizeOf: media.sizeOf,
      onProgress: progress.ofFile,
      path: file.name,
      ...(countedFrom !== undefined && { countedFrom })
    }
    try {
      yield* readVoc(file.content(), options)
    } catch (error) {
      if ((error as { code?: string }).code !== 'NOT_THIS_FORMAT') throw error
      yield { kind: 'finding', finding: { taken: false, path: file.name, message: (error as Error).message } }
    }
    progress.next(file.sizeBytes)
  }
}

export function readDarwinCoreArchive({ entries, media, onProgress }: ArchiveRequest): Entries {
  const cache = new Map<string, string | null>()
  function imageOf(given: string): string | null {
    const known = cache.get(given)
    if (known !== undefined) return known
    const name = nameOf(given, media)
    if (cache.size < 100_000) cache.set(given, name)
    return name
  }
  return readDarwinCore(entries, { sizeOf: media.sizeOf, onProgress, imageOf })
}

/** File name of the image for a file name, a URL, or an event id from Isobath's own exports. Null when the project has no such image. */
function nameOf(given: string, media: MediaIndex): string | null {
  const own = /^urn:uuid:([0-9a-f-]{36})$/i.exec(given)?.[1]
  if (own) return media.get(own)?.fileName ?? null
  const last = given.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  if (!/\.(jpe?g|png|tiff?|webp)$/i.test(last)) return null
  const found = media.find(decoded(last))
  return 'problem' in found ? null : found.fileName
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
