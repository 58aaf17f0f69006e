/** One part beside a picture: a profile, a preview, XMP. */
export const mostPartBytes = 16 * 1024 ** 2
/** Chunks of PNG and WebP beside the picture, and segments of JPEG. */
export const mostParts = 1000
/** Data chunks of a PNG: a writer that flushes each 8 KiB needs 75,000 for the largest picture. */
export const mostDataChunks = 1_000_000
/** Passes of a JPEG over the whole picture; cameras and programs write up to a dozen. */
export const mostScans = 100
/** Pictures or directories of a TIFF. */
export const mostDirectories = 1000
/** Tags of one directory; with all maker's notes a camera writes some 300. */
export const mostTags = 2000
export const mostTagsOfAll = 50_000

/** Excess of one kind of part in a picture. */
export class TooMany extends Error {}

const counted = (count: number) => count.toLocaleString('en')

/** Counts the parts of one kind. @throws TooMany when there are more than `most` */
export function counter(most: number, what: string): (more?: number) => void {
  let count = 0
  return (more = 1) => {
    count += more
    if (count > most) throw new TooMany(`more than ${counted(most)} ${what}`)
  }
}

/** @throws TooMany when a part is longer than 16 MiB */
export function limitBytes(bytes: number, what: string): void {
  if (bytes > mostPartBytes) throw new TooMany(`${what} of more than ${mostPartBytes / 1024 ** 2} MiB`)
}
