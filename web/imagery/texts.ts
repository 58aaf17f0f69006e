import { formatCount } from '../ui/format.ts'

export const texts = {
  unreadable: 'This file could not be read.',
  original: 'The original can still be downloaded.',
  retry: 'Try again',
  missing: (count: number) => `${formatCount(count, 'part of the image is', 'parts of the image are')} missing`,
  loadAgain: 'Load again',
  processing: 'Small preview: the full image is being prepared',
  preview: 'Preview: browsers cannot show TIFF files. Download the original for full detail',
  loading: 'Loading the image…',
  sharpening: 'Sharpening…'
}

export const noImage = 'No image'
