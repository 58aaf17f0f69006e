import type { MeasuredImage, QualitySummary } from '../../../../shared/contracts/image-quality.ts'
import { formatCount, formatNumber, formatPercent } from '../../../ui/format.ts'

export type QualityShow = 'duplicates' | 'blurred' | 'dark' | 'bright'

const images = (count: number) => formatCount(count, 'image')

export const qualityTexts = {
  title: 'Image quality',
  description: 'Near-duplicates, and images that are blurred or badly exposed. Nothing is deleted unless you delete it.',
  failed: 'The image quality could not be loaded',
  loading: 'Loading the image quality',
  notDone: 'The last run failed.',
  again: 'Measure again',
  none: 'No images measured yet',
  noneAbout:
    'A run measures the sharpness and exposure of each image and finds those that look almost the same. Later runs measure only new images.',
  missing: (count: number) => `${images(count)} not measured yet. Measure again to include ${count === 1 ? 'it' : 'them'}.`,
  show: 'Show',
  option: (show: QualityShow, summary: QualitySummary) =>
    ({
      duplicates: `Near-duplicates (${images(summary.clustered)})`,
      blurred: `Blurred (${images(summary.blurred)})`,
      dark: `Too dark (${images(summary.dark)})`,
      bright: `Too bright (${images(summary.bright)})`
    })[show],
  about: {
    duplicates:
      'Images that look almost the same at a very small size: at most 6 of the 64 bits of their hashes differ. Check each cluster before you delete from it.',
    blurred:
      'The least sharp 5 % of the images at each site. Some may still be sharp enough. A site with fewer than 20 images is compared with the whole project.',
    dark: 'At least 20 % of the pixels are black, with no detail left.',
    bright: 'At least 20 % of the pixels are white, with no detail left.'
  } satisfies Record<QualityShow, string>,
  nothing: {
    duplicates: 'No near-duplicates',
    blurred: 'No blurred images',
    dark: 'No dark images',
    bright: 'No bright images'
  } satisfies Record<QualityShow, string>,
  nothingAbout: (show: QualityShow, measured: number) =>
    show === 'blurred' && measured < 20
      ? `Sharpness is compared among at least 20 images. The project has ${formatNumber(measured, 0)}.`
      : `The last run found none among ${images(measured)}.`,
  list: 'Images',
  clusters: 'Clusters of near-duplicates',
  cluster: (count: number) => `${formatNumber(count, 0)} similar images`,
  showAll: (count: number) => `Show all ${formatNumber(count, 0)}`,
  allButSharpest: 'Select all but the sharpest',
  more: 'Load more',
  view: (fileName: string) => `Open in the viewer: ${fileName}`,
  annotate: 'Annotate',
  annotateImage: (fileName: string) => `Open in Annotate: ${fileName}`,
  noTime: 'No time',
  annotations: (count: number) => formatCount(count, 'annotation'),
  sharpness: ({ relativeSharpness: relative, sharpness }: MeasuredImage) =>
    relative === null
      ? `sharpness ${formatNumber(sharpness, sharpness < 10 ? 1 : 0)}`
      : `${formatPercent(relative)} of the usual sharpness`,
  dark: (share: number) => `${formatPercent(share)} black`,
  bright: (share: number) => `${formatPercent(share)} white`,
  actions: 'Selected images',
  selected: (count: number) => `${images(count)} selected`,
  clear: 'Clear selection',
  remove: 'Delete…'
}
