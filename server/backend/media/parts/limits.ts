/** Maximum size in bytes of a part other than the picture, such as a profile, a preview or XMP. */
export const mostPartBytes = 16 * 1024 ** 2
/** Maximum number of JPEG segments other than scans, of ancillary PNG chunks, and of WebP chunks of any kind. */
export const mostParts = 1000
/** Maximum number of data chunks in a PNG. A writer that flushes every 8 KiB needs 75,000 for the largest accepted picture. */
export const mostDataChunks = 1_000_000
/** Maximum number of scans in a JPEG. Cameras and software write up to a dozen. */
export const mostScans = 100
/** Maximum number of directories in a TIFF. Each picture in a TIFF has its own directory. */
export const mostDirectories = 1000
/** Maximum number of tags in a directory. A camera writes about 300, including maker notes. */
export const mostTags = 2000
export const mostTagsOfAll = 50_000

/** Error for a picture with too many parts of a kind, or parts that are too large. */
export class TooMany extends Error {}

const counted = (count: number) => count.toLocaleString('en')

/** Returns a function that counts the parts of a kind. @throws TooMany above `most` */
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
