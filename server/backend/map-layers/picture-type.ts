/** Media type of a tile by its first bytes; null for anything but PNG, JPEG and WebP. */
export function pictureType(file: Buffer): 'image/png' | 'image/jpeg' | 'image/webp' | null {
  const start = file.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return start.startsWith('RIFF') && start.slice(8) === 'WEBP' ? 'image/webp' : null
}
