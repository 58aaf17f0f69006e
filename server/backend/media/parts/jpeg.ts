import { type Bytes, bufferBytes } from './bytes.ts'
import { counter, mostParts, mostScans } from './limits.ts'
import { checkExif } from './tiff.ts'

const windowBytes = 64 * 1024
const mostFillerBytes = 1024 ** 2
const startOfScan = 0xda
const endOfImage = 0xd9
const app1 = 0xe1
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Counts the segments and scans of a JPEG up to its end. Source: ITU-T T.81, annex B. @throws TooMany */
export function checkJpeg(bytes: Bytes): void {
  const segment = counter(mostParts, 'segments outside the picture')
  const scan = counter(mostScans, 'scans of the picture')
  const filler = counter(mostFillerBytes, 'bytes between its segments')
  for (let at = 2; at + 4 <= bytes.size; ) {
    const [prefix = 0, marker = 0] = bytes.at(at, 2)
    if (prefix !== 0xff || marker === 0xff) {
      filler() // decoders also skip to the next marker
      at += 1
      continue
    }
    if (marker === endOfImage) return
    if (standsAlone(marker) || marker === 0) {
      filler(2)
      at += 2
      continue
    }
    const length = Math.max(2, bytes.at(at + 2, 2).readUInt16BE(0))
    if (marker === startOfScan) {
      scan()
      at = nextMarker(bytes, at + 2 + length)
      continue
    }
    segment()
    if (marker === app1) {
      const content = bytes.at(at + 4, length - 2)
      if (content.toString('latin1', 0, 6) === 'Exif\0\0') checkExif(bufferBytes(content))
    }
    at += 2 + length
  }
}

/** Position where the entropy-coded data ends: the next 0xFF that begins neither a stuffed zero nor a restart marker. */
function nextMarker(bytes: Bytes, from: number): number {
  for (let at = from; at < bytes.size; ) {
    const window = bytes.at(at, windowBytes)
    if (window.length < 2) return bytes.size
    for (let found = window.indexOf(0xff); found >= 0 && found + 1 < window.length; found = window.indexOf(0xff, found + 1)) {
      const marker = window[found + 1] ?? 0
      if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at + found
    }
    at += window.length - 1
  }
  return bytes.size
}
