/** Maximum size in bytes of one part other than the picture: a profile, a preview, XMP. */
export const mostPartBytes = 16 * 1024 ** 2
/** Maximum number of PNG or WebP chunks other than the picture, and of JPEG segments. */
export const mostParts = 1000
/** Maximum number of data chunks in a PNG. A writer that flushes every 8 KiB needs 75,000 for the largest picture. */
export const mostDataChunks = 1_000_000
/** Maximum number of scans in a JPEG. Cameras and programs write up to a dozen. */
export const mostScans = 100
/** Maximum number of directories in a TIFF. Each picture in it has one. */
export const mostDirectories = 1000
/** Maximum number of tags in one directory. With all maker notes, a camera writes about 300. */
export const mostTags = 2000
export const mostTagsOfAll = 50_000

/** Error for too many or too large parts of one kind in a picture. */
export class TooMany extends Error {}

const counted = (count: number) => count.toLocaleString('en')

/** Returns a counter for the parts of one kind. @throws TooMany when there are more than `most` */
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
