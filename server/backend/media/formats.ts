import type { Media } from '../../../shared/contracts/media.ts'

export type ImageFormat = Media['format']

/** Number of bytes at the start of a file that `imageFormat` needs. */
export const signatureBytes = 16

/** Accepted formats, with the names that sharp uses for them. */
export const sharpFormats: Record<ImageFormat, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/tiff': 'tiff',
  'image/webp': 'webp'
}

/** Detects the image format from the first bytes of a file, regardless of its name. Null for all other files. */
export function imageFormat(start: Buffer): ImageFormat | null {
  const hex = start.toString('hex')
  const text = start.toString('latin1')
  if (hex.startsWith('ffd8ff')) return 'image/jpeg'
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png'
  if (hex.startsWith('49492a00') || hex.startsWith('4d4d002a')) return 'image/tiff'
  if (hex.startsWith('49492b0008000000') || hex.startsWith('4d4d002b00080000')) return 'image/tiff' // BigTIFF
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  return null
}

/** Describes a refused file for a message, based on its first bytes. */
export function describeForeignFile(start: Buffer): string {
  const text = start.toString('latin1')
  if (text.startsWith('GIF8')) return 'a GIF'
  if (text.startsWith('%PDF')) return 'a PDF'
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06')) return 'a ZIP archive or an office document'
  if (text.startsWith('BM')) return 'a BMP'
  if (text.slice(4, 8) === 'ftyp') return /^(hei|mif|avif)/.test(text.slice(8)) ? 'a HEIF or AVIF image' : 'a video'
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|svg)/i.test(text)) return 'an SVG or XML file'
  if (/^(\xef\xbb\xbf)?\s*<(!doctype|html|script|!--)/i.test(text)) return 'a web page'
  return 'another kind of file'
}

/** Whether a file name is that of a camera raw file. Such files have a TIFF signature, but contain a preview instead of the picture. */
export const isCameraRaw = (fileName: string) => /\.(dng|nef|cr2|arw|orf|pef|rw2|srw|raw)$/i.test(fileName)
